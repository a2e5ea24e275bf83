/**
 * Every access of HTTP, sockets and jobs is decided through this function. A call's declaration names a permission and
 * the location of the id; the feature's policy holds the rule. Missing and invisible objects give the same response;
 * only visible objects give 403.
 */
import type { Access, Call, PermissionAccess, UnpaidAccess } from '@knowreel/shared/catalogue/call.ts'
import { keyScopes } from '@knowreel/shared/catalogue/key-scopes.ts'
import { companyRefusal } from '@knowreel/shared/company/company-state.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import type { Db } from '../platform/database/db.ts'
import type { Actor, ActorCompany, ActorKey, Member } from './actor.ts'

export type Rule<Subject> = {
  /** Loads the object in one statement, limited to what the actor may see; null if missing or invisible. */
  readonly load: (db: Db, actor: Actor | null, id: string) => Promise<Subject | null>
  /** The same for a list of ids, keyed by the given ids; without it, each is loaded separately. */
  readonly loadAll?: (db: Db, actor: Actor | null, ids: readonly string[]) => Promise<ReadonlyMap<string, Subject>>
  /** Whether this actor may do it to a visible object. Pure. */
  readonly may: (actor: Actor | null, subject: Subject) => boolean
  /** Guests are asked to sign in instead of getting "not found", unless the rule lets guests see. */
  readonly isForGuests?: boolean
  /** Concerns no company or another one than the session's, whose state is therefore irrelevant. */
  readonly isBeyondCompany?: boolean
  readonly notFoundCode?: ErrorCode
}

export const rule = <Subject>(definition: Rule<Subject>): Rule<Subject> => definition

/** Loads an object and verifies that the actor may do this to it. */
export async function authorise<Subject>(
  db: Db,
  actor: Actor | null,
  allowed: Rule<Subject>,
  id: string,
  allowsUnpaid: UnpaidAccess = false,
): Promise<Subject> {
  requireUsableActor(actor, allowed, allowsUnpaid)
  return requirePermission(actor, allowed, await allowed.load(db, actor, id))
}

/** The same for several; one that is missing or forbidden refuses all. */
async function authoriseAll<Subject>(
  db: Db,
  actor: Actor | null,
  allowed: Rule<Subject>,
  ids: readonly string[],
  allowsUnpaid: UnpaidAccess,
): Promise<Subject[]> {
  requireUsableActor(actor, allowed, allowsUnpaid)
  if (allowed.loadAll === undefined)
    return Promise.all(ids.map((id) => authorise(db, actor, allowed, id, allowsUnpaid)))
  const loaded = await allowed.loadAll(db, actor, ids)
  return ids.map((id) => requirePermission(actor, allowed, loaded.get(id) ?? null))
}

function requireUsableActor(
  actor: Actor | null,
  allowed: Pick<Rule<unknown>, 'isForGuests' | 'isBeyondCompany'>,
  allowsUnpaid: UnpaidAccess,
): void {
  if (actor !== null) {
    if (!allowed.isBeyondCompany) requireUsableCompany(actor, allowsUnpaid)
  } else if (!allowed.isForGuests) throw new AppError('not_signed_in')
}

function requirePermission<Subject>(actor: Actor | null, allowed: Rule<Subject>, subject: Subject | null): Subject {
  if (subject === null) throw new AppError(allowed.notFoundCode ?? 'not_found')
  if (!allowed.may(actor, subject)) throw new AppError(actor === null ? 'not_signed_in' : 'forbidden')
  return subject
}

/** The rows of the decision table that end in 403; a super admin passes them. */
export function requireUsableCompany(actor: Actor, allowsUnpaid: UnpaidAccess = false): asserts actor is Member {
  const refusal = companyRefusal(actor)
  if (refusal === null || (actor.company !== null && isExempt(actor.company, refusal, allowsUnpaid))) return
  throw new AppError(refusal)
}

/** Narrows the actor in calls whose rules admit only members. */
export function requireMember(actor: Actor | null, allowsUnpaid: UnpaidAccess = false): Member {
  if (actor === null) throw new AppError('not_signed_in')
  requireUsableCompany(actor, allowsUnpaid)
  return actor
}

function isExempt(company: ActorCompany, refusal: ErrorCode, allowsUnpaid: UnpaidAccess): boolean {
  const isOwner = company.role === 'owner' && company.status === 'active'
  if (refusal === 'company_not_paid') return allowsUnpaid === true || (allowsUnpaid !== false && isOwner)
  // The owner may still pay what the company was deactivated for.
  return refusal === 'company_deactivated' && allowsUnpaid === 'payer' && isOwner && company.isBilling === true
}

export function hasUsableCompany(actor: Actor, allowsUnpaid: UnpaidAccess = false): actor is Member {
  try {
    requireUsableCompany(actor, allowsUnpaid)
    return true
  } catch {
    return false
  }
}

/** Guests are refused before their input is validated, unless the call is open to guests. */
export function refuseGuests(
  actor: Actor | null,
  access: Access,
  policy: Readonly<Record<string, Pick<Rule<unknown>, 'isForGuests'>>>,
): void {
  if (actor !== null || access === 'guest') return
  if (typeof access !== 'object' || !policy[access.permission]?.isForGuests) throw new AppError('not_signed_in')
}

/** Checks a call's declared access; returns the subject, or a list if the declaration names a list of ids. */
export async function authoriseCall(
  db: Db,
  actor: Actor | null,
  call: Pick<Call, 'allow' | 'allowsUnpaid' | 'key' | 'refusesOperators'>,
  policy: Readonly<Record<string, Rule<unknown>>>,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<unknown> {
  const { allow: access, allowsUnpaid, refusesOperators } = call
  if (access === 'guest') return undefined
  if (actor?.key !== undefined) requireKeyScope(actor.key, call)
  if (refusesOperators && actor?.isOperator) throw new AppError('operator_session')
  if (typeof access === 'object') return authorisePermission(db, actor, { access, allowsUnpaid }, policy, input)
  if (actor === null) throw new AppError('not_signed_in')
  if (access === 'member') requireUsableCompany(actor, allowsUnpaid)
  return undefined
}

/** A call that declares no scope is refused to every key. */
function requireKeyScope({ scope, workspaceIds }: ActorKey, { key: needed }: Pick<Call, 'key'>): void {
  if (needed === null) throw new AppError('api_key_refused')
  if (keyScopes.indexOf(scope) < keyScopes.indexOf(needed.scope)) throw new AppError('api_key_scope')
  if (needed.isCompanyWide && workspaceIds !== null) throw new AppError('api_key_workspaces')
}

async function authorisePermission(
  db: Db,
  actor: Actor | null,
  { access, allowsUnpaid }: { access: PermissionAccess; allowsUnpaid: UnpaidAccess },
  policy: Readonly<Record<string, Rule<unknown>>>,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<unknown> {
  const allowed = policy[access.permission]
  if (allowed === undefined) throw new Error(`No rule for the permission ${access.permission}`)
  if (access.subject === 'company') {
    requireUsableActor(actor, allowed, allowsUnpaid)
    if (actor?.company) return authorise(db, actor, allowed, actor.company.id, allowsUnpaid)
    throw new AppError('no_company')
  }
  if (access.subject === 'installation') return authorise(db, actor, allowed, '', allowsUnpaid)
  const ids = readSubjectIds(input, access.subject)
  if (Array.isArray(ids)) return authoriseAll(db, actor, allowed, [...new Set(ids as string[])], allowsUnpaid)
  return authorise(db, actor, allowed, String(ids), allowsUnpaid)
}

function readSubjectIds(
  input: { params: unknown; query: unknown; body: unknown },
  subject: Exclude<PermissionAccess['subject'], 'company' | 'installation'>,
): unknown {
  const [part, field] = subject.split('.') as ['params' | 'query' | 'body', string]
  const values = input[part]
  return typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[field] : undefined
}
