/**
 * Records the calls whose declaration requires it. The subject of a call is read before the call, because it may be gone
 * afterwards. The entry is part of the transaction of the change; a call that changes nothing in the database gets it
 * before its response is sent.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import type { AuditedCall } from '@knowreel/shared/audit/audited-call.ts'
import type { Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { withJoinedWrite } from '../platform/database/joined-write.ts'
import { findAuditSubject, insertAuditEntry, type AuditSubject } from './audit.queries.ts'

type CallInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown }
type CallOrigin = { readonly address: string; readonly userAgent: string | null }

/** Calls the handler, and records its success. */
type RunAudited = <Response>(handle: () => Promise<Response>) => Promise<Response>

/** Null if the call is not audited. */
export async function prepareAuditEntry(
  db: Db,
  actor: Actor | null,
  { audit }: Pick<Call, 'audit'>,
  input: CallInput,
  origin: CallOrigin,
): Promise<RunAudited | null> {
  if (audit === null || actor === null) return null
  const { also, ...own } = audit
  const declared = [own, ...(also === undefined ? [] : [also])].filter((one) => isMeant(one, input.body))
  if (declared.length === 0) return null
  const found = await Promise.all(declared.map((one) => toEntry(db, actor, one, input, origin)))
  const entries = found.filter(({ subject }, index) => subject !== null || !declared[index]?.isSubjectRequired)
  if (entries.length === 0) return null
  const write = async (joined: Db) => {
    for (const entry of entries) await insertAuditEntry(joined, entry)
  }
  return (handle) => withJoinedWrite(db, write, handle)
}

async function toEntry(db: Db, actor: Actor, audit: AuditedCall, input: CallInput, { address, userAgent }: CallOrigin) {
  const ownCompanyId = actor.company?.id ?? null
  const companyId = readField(input.body, 'companyId') ?? ownCompanyId
  const subject = await findSubject(db, audit, input, { ownCompanyId, companyId })
  return {
    action: audit.action,
    companyId: companyOf(audit, subject, companyId, ownCompanyId),
    userId: actor.userId,
    sessionId: actor.sessionId,
    subject,
    before: subject?.before ?? {},
    details: readDetails(audit, input),
    address,
    userAgent,
  }
}

const isMeant = ({ ifHas }: AuditedCall, body: unknown): boolean =>
  ifHas === undefined || !['', null, undefined].includes(fieldOf(body, ifHas) as string)

/** An operator's call belongs to the company it is about, every other one to the caller's own. */
function companyOf(
  { action, subject: declared }: AuditedCall,
  subject: AuditSubject | null,
  companyId: string | null,
  ownCompanyId: string | null,
): string | null {
  if (subject?.kind === 'company') return subject.id
  if (action.startsWith('job_') || action === 'done_jobs_deleted' || action === 'videos_cleaned') return null
  return declared?.kind === 'user' ? companyId : ownCompanyId
}

async function findSubject(
  db: Db,
  { subject }: AuditedCall,
  input: CallInput,
  { ownCompanyId, companyId }: { ownCompanyId: string | null; companyId: string | null },
) {
  if (subject === undefined) return null
  const id = subject.at === 'company' ? ownCompanyId : readId(input, subject.at)
  return id === null ? null : findAuditSubject(db, subject.kind, id, companyId)
}

function readId(input: CallInput, at: `params.${string}` | `body.${string}`): string | null {
  const [part, field] = at.split('.') as ['params' | 'body', string]
  return readField(input[part], field)
}

function readDetails({ details = [] }: AuditedCall, { params, body }: CallInput): Record<string, unknown> {
  return Object.fromEntries(
    details.flatMap((field) => {
      const value = fieldOf(body, field) ?? fieldOf(params, field)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

function readField(from: unknown, field: string): string | null {
  const value = fieldOf(from, field)
  return typeof value === 'string' ? value : null
}

const fieldOf = (from: unknown, field: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[field] : undefined
