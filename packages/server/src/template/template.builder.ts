/** Test data of the template feature. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'
import './template.tables.ts'

type TemplateInput = {
  company: { id: string }
  author: { id: string }
  title?: string
  text?: string
  isOwn?: boolean
}

/** Of the company, unless it is the author's own. */
export async function buildTemplate(
  db: Db,
  { company, author, title = 'Change request', text = '<h2>Reason</h2><p></p>', isOwn = false }: TemplateInput,
): Promise<{ id: string }> {
  const id = newId()
  const owner = isOwn ? author.id : null
  await db
    .insertInto('templates')
    .values({ id, company_id: company.id, owner_id: owner, author_id: author.id, title, content: text })
    .execute()
  return { id }
}
