import { newId } from '@knowreel/shared/identity/ids.ts'
import { sessionLifetimeDays } from '@knowreel/shared/user/user.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const daySeconds = 86_400

type SessionCopy = { tokenHash: Buffer; companyId: string; seconds?: number }

/**
 * Another session of the same person on the same device, in a company they are active in. Returns false if they are
 * not, or if the session has ended. It is as old as the original sign-in, because moving does not prove a password
 * again. An operator's session cannot be copied.
 */
export async function insertSessionCopy(
  db: Db,
  sessionId: string,
  { tokenHash, companyId, seconds = sessionLifetimeDays * daySeconds }: SessionCopy,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (id, token_hash, user_id, company_id, user_agent, kind, address, created_at, expires_at)
    select ${newId()}::uuid, ${tokenHash}::bytea, s.user_id, m.company_id, s.user_agent, s.kind, s.address,
      s.created_at, now() + ${seconds}::int * interval '1 second'
    from sessions s
    join company_members m on m.user_id = s.user_id and m.company_id = ${companyId}::uuid and m.status = 'active'
    where s.id = ${sessionId}::uuid and s.expires_at > now() and s.kind <> 'admin'
    for share of m
  `.execute(db)
  return numAffectedRows === 1n
}

/** Marked as used, so that a use in the meantime does not extend it again. */
export async function shortenSession(db: Db, sessionId: string, seconds: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_used_at: new Date(),
      expires_at: sql<Date>`least(expires_at, now() + ${seconds}::int * interval '1 second')`,
    })
    .where('id', '=', sessionId)
    .execute()
}
