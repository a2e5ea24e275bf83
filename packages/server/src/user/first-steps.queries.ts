import type { FirstSteps } from '@knowreel/shared/user/user.calls.ts'
import { sql } from 'kysely'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/**
 * One statement that reads only the person's own articles: by `articles_client`, since whatever a person creates has a
 * client id.
 */
export async function readFirstSteps(db: Db, { company, userId }: Member): Promise<FirstSteps> {
  const own = sql`
    select from articles
    where company_id = ${company.id} and author_id = ${userId} and client_id is not null and deleted_at is null`
  const isRecording = sql`(duration > 0 or is_not_uploaded_video)`
  const { rows } = await sql<FirstSteps>`
    select
      exists (${own} and not ${isRecording} and (title <> '' or has_text)) as "hasWritten",
      exists (${own} and ${isRecording}) as "hasRecorded",
      exists (select from company_members where company_id = ${company.id} and user_id <> ${userId})
        or exists (select from invitations where company_id = ${company.id}) as "hasInvited"
  `.execute(db)
  const [steps] = rows
  if (steps === undefined) throw new Error('A select without from returns one row')
  return steps
}

export async function closeFirstSteps(trx: Trx, userId: string, companyId: string): Promise<void> {
  await trx
    .updateTable('company_members')
    .set({ has_first_steps: false })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}
