import type { KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { apiKeyLimits } from '@knowreel/shared/user/api-key.rules.ts'
import { sql } from 'kysely'
import type { Actor, Member } from '../../access/index.ts'
import { isBillingColumn, isPaidColumn } from '../../company/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

type KeyActor = Member & { readonly key: NonNullable<Actor['key']> }
type FoundKey = { readonly actor: KeyActor; readonly lastUsedAt: Date | null; readonly isOff: boolean }

/** Keys that have not expired, of people who are active in the company. */
const selectLiveKeys = (db: Db) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('company_members as m', (join) =>
      join.onRef('m.user_id', '=', 'k.user_id').onRef('m.company_id', '=', 'k.company_id'),
    )
    .innerJoin('companies as c', 'c.id', 'k.company_id')
    .where('m.status', '=', 'active')
    .where(sql<boolean>`(k.expires_at is null or k.expires_at > now())`)
    .select(['k.id', 'k.user_id', 'k.scope', 'k.workspace_ids', 'k.last_used_at'])
    .select(['c.id as company_id', 'c.is_activated', 'c.are_api_keys_off', 'm.role', 'm.status'])
    .select([isPaidColumn.as('is_paid'), isBillingColumn.as('is_billing')])

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectLiveKeys>['executeTakeFirstOrThrow']>>

/** A key never has the rights of a super admin. */
const toActor = (row: KeyRow): KeyActor => ({
  sessionId: row.id,
  userId: row.user_id,
  isSuperAdmin: false,
  key: { scope: row.scope, workspaceIds: row.workspace_ids },
  company: {
    id: row.company_id,
    isActivated: row.is_activated,
    isPaid: row.is_paid,
    isBilling: row.is_billing,
    role: row.role,
    status: row.status,
  },
})

export async function findKeyActor(db: Db, tokenHash: Buffer): Promise<FoundKey | null> {
  const row = await selectLiveKeys(db).where('k.token_hash', '=', tokenHash).executeTakeFirst()
  return row === undefined ? null : { actor: toActor(row), lastUsedAt: row.last_used_at, isOff: row.are_api_keys_off }
}

/** The people of those of these keys that may be used now, by key. */
export async function listKeyActors(db: Db, ids: readonly string[]): Promise<Map<string, Actor>> {
  if (ids.length === 0) return new Map()
  const rows = await selectLiveKeys(db).where('k.id', 'in', ids).where('c.are_api_keys_off', '=', false).execute()
  return new Map(rows.map((row) => [row.id, toActor(row)]))
}

export async function touchKey(db: Db, id: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}

export async function areKeysOff(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('are_api_keys_off')
    .executeTakeFirstOrThrow()
  return row.are_api_keys_off
}

type NewKey = {
  readonly tokenHash: Buffer
  readonly name: string
  readonly lastFour: string
  readonly scope: KeyScope
  readonly workspaceIds: readonly string[] | null
  readonly expiresInDays: number | null
}

const keyColumns = [
  'id',
  'name',
  'last_four as lastFour',
  'scope',
  'workspace_ids as workspaceIds',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
] as const

export type ApiKeyRow = Awaited<ReturnType<typeof listKeysOf>>[number]

export async function listKeysOf(db: Db, { userId, company }: Member) {
  return db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .select(keyColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(apiKeyLimits.keys)
    .execute()
}

/**
 * The session that creates a key may have been revoked a moment ago, and the person deactivated: what is known of both is
 * up to a second old. Code that ends either deletes the session before the keys, and waits for these locks, which
 * also serialise keys that one person creates at the same time.
 */
async function lockCreator(trx: Trx, { userId, company, sessionId }: Member): Promise<void> {
  const member = await trx
    .selectFrom('company_members')
    .where('company_id', '=', company.id)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .select('user_id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const session = await trx
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (member === undefined || session === undefined) throw new AppError('not_signed_in')
}

/** Null if the person already has the maximum. */
export async function insertKey(trx: Trx, creator: Member, key: NewKey): Promise<ApiKeyRow | null> {
  const { userId, company } = creator
  await lockCreator(trx, creator)
  const { count } = await trx
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= apiKeyLimits.keys) return null
  return trx
    .insertInto('api_keys')
    .values({
      id: newId(),
      token_hash: key.tokenHash,
      user_id: userId,
      company_id: company.id,
      name: key.name,
      last_four: key.lastFour,
      scope: key.scope,
      workspace_ids: key.workspaceIds === null ? null : [...key.workspaceIds],
      expires_at: key.expiresInDays === null ? null : sql<Date>`now() + ${key.expiresInDays}::int * interval '1 day'`,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
}

export async function findKeyOf(db: Db, { userId, companyId }: KeyOwner, id: string): Promise<{ id: string } | null> {
  const row = await db
    .selectFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .select('id')
    .executeTakeFirst()
  return row ?? null
}

export async function deleteKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute()
}

type KeyOwner = { readonly userId: string; readonly companyId: string }

/** Deletes the person's keys in one company, or in all. */
export async function deleteKeysOf(
  db: Db,
  { userId, companyId }: { readonly userId: string; readonly companyId?: string },
) {
  let keys = db.deleteFrom('api_keys').where('user_id', '=', userId)
  if (companyId !== undefined) keys = keys.where('company_id', '=', companyId)
  await keys.execute()
}
