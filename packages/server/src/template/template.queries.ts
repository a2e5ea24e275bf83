import { sql } from 'kysely'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import './template.tables.ts'

export type TemplateRow = {
  readonly id: string
  readonly title: string
  readonly ownerId: string | null
  readonly authorId: string | null
  readonly authorName: string | null
}

type Reader = Pick<Member, 'userId' | 'company'>

/** Those that the person may use. */
const selectTemplates = (db: Db, { userId, company }: Reader) =>
  db
    .selectFrom('templates as t')
    .leftJoin('users as u', 'u.id', 't.author_id')
    .where('t.company_id', '=', company.id)
    .where((of) => of.or([of('t.owner_id', 'is', null), of('t.owner_id', '=', userId)]))
    .select(['t.id', 't.title', 't.owner_id as ownerId', 't.author_id as authorId'])
    .select(sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('authorName'))

export const listTemplates = (db: Db, reader: Reader): Promise<TemplateRow[]> =>
  selectTemplates(db, reader)
    .orderBy(sql`lower(t.title)`)
    .orderBy('t.id')
    .execute()

export async function findTemplate(db: Db, reader: Reader, id: string): Promise<TemplateRow | null> {
  return (await selectTemplates(db, reader).where('t.id', '=', id).executeTakeFirst()) ?? null
}

export async function readTemplateText(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('templates').where('id', '=', id).select('content').executeTakeFirst()
  return row?.content ?? null
}

type Owner = { readonly companyId: string; /** Null for the company. */ readonly ownerId: string | null }

export async function countTemplates(db: Db, { companyId, ownerId }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('templates')
    .where('company_id', '=', companyId)
    .where('owner_id', 'is not distinct from', ownerId)
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertTemplate(
  trx: Trx,
  { id, companyId, ownerId, authorId, title, content }: Owner & Record<'id' | 'authorId' | 'title' | 'content', string>,
): Promise<void> {
  await trx
    .insertInto('templates')
    .values({ id, company_id: companyId, owner_id: ownerId, author_id: authorId, title, content })
    .execute()
}

export async function renameTemplate(trx: Trx, id: string, title: string): Promise<void> {
  await trx.updateTable('templates').set({ title }).where('id', '=', id).execute()
}

export async function deleteTemplate(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('templates').where('id', '=', id).execute()
}
