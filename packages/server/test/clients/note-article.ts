import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/db.ts'

/** The tab that most tests write in. */
export const TAB_ID = 'AbCdEf0123456_-x'

/** Inserts an article without a workspace, and returns the note address of its first tab. */
export async function insertArticle(db: Db): Promise<NoteAddress> {
  const [userId, companyId, articleId] = [newId(), newId(), newId()]
  await sql`
    with
      person as (
        insert into users (id, email, first_name, last_name) values (${userId}, ${`${userId}@example.com`}, 'Ines', 'Okafor')
        returning id
      ),
      company as (
        insert into companies (id, title, slug, owner_id) select ${companyId}, 'Halden Systems', ${companyId}, id from person
        returning id
      )
    insert into articles (id, short_id, company_id, author_id)
    select ${articleId}, ${newShortId()}, company.id, person.id from company, person
  `.execute(db)
  return { articleId, tabId: TAB_ID }
}
