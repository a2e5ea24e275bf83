import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

export type Subject = { issuer: string; subject: string }

export async function findUserOfIdentity(db: Db, { issuer, subject }: Subject): Promise<string | null> {
  const row = await db
    .selectFrom('user_identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function insertIdentity(
  db: Db,
  { issuer, subject, userId, email }: Subject & { userId: string; email: string },
): Promise<void> {
  await db
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: userId, email })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/** Two concurrent first sign-ins of one person create one account. */
export async function lockIdentity(db: Db, { issuer, subject }: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(db)
}
