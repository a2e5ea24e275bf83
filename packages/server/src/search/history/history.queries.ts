import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { isArticleInReach, isReachable } from '../query/reach.ts'
import { readPage, type ResultRow } from '../query/result-rows.queries.ts'
import type { Remembered } from '../search.tables.ts'
import { isText, type Sought } from './remembered-result.ts'

export type StoredHistory = { readonly id: string; readonly questions: readonly Remembered[] }

export async function findHistory(db: Db, { userId, company }: Member): Promise<StoredHistory | null> {
  const row = await db
    .selectFrom('search_histories')
    .select(['id', 'questions'])
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  return row ?? null
}

/** Creates it if it does not exist. */
export async function lockHistory(trx: Trx, { userId, company }: Member): Promise<StoredHistory> {
  await trx
    .insertInto('search_histories')
    .values({ id: newId(), user_id: userId, company_id: company.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'company_id']).doNothing())
    .execute()
  return trx
    .selectFrom('search_histories')
    .select(['id', 'questions'])
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveHistory(trx: Trx, { id, questions }: StoredHistory): Promise<void> {
  await trx
    .updateTable('search_histories')
    .set({ questions: JSON.stringify(questions) })
    .where('id', '=', id)
    .execute()
}

/** Those that a search of the member could find now, at most one entry of the index for each. */
export async function readSought(db: Db, member: Member, sought: readonly Sought[]): Promise<ResultRow[]> {
  // A text is found by its words.
  const wanted = sought.filter(({ kind, excerpt }) => !isText(kind) || excerpt !== null)
  if (wanted.length === 0) return []
  const column = <Name extends keyof Sought>(name: Name) => wanted.map((one) => one[name])
  const excerpts = wanted.map(({ kind, excerpt }) => (isText(kind) ? excerpt : null))
  const isVisible = sql`${isReachable} and exists (
    select from articles a where a.id = e.article_id and ${isArticleInReach(member)}
  )`
  return readPage(
    db,
    member,
    {},
    sql`
      wanted as materialized (
        select * from unnest(
          ${column('kind')}::text[], ${column('subjectId')}::uuid[], ${column('part')}::text[],
          ${column('fileId')}::uuid[], ${column('folded')}::text[], ${excerpts}::text[], ${column('position')}::int[],
          ${column('page')}::int[]
        ) with ordinality as w (kind, subject_id, part, file_id, folded, excerpt, at, page, position)
      ), page as (
        select e.id, null::bigint as of_tag, w.position
        from wanted w cross join reach cross join lateral (
          select x.* from search_entries x
          where x.article_id = w.subject_id and x.kind = w.kind and x.part = w.part
            and x.file_id is not distinct from w.file_id and (w.excerpt is null or strpos(x.content, w.excerpt) > 0)
          order by x.page is distinct from w.page, x.starts_at > w.at, abs(x.starts_at - w.at)
          limit 1
        ) e
        where w.kind not in ('workspace', 'tag') and ${isVisible}
        union all
        select e.id, null, w.position
        from wanted w cross join reach
        join search_entries e on e.workspace_id = w.subject_id and e.article_id is null
        where w.kind = 'workspace' and ${isReachable}
        union all
        select min(e.id), count(*), w.position
        from wanted w cross join reach
        join search_entries e on e.is_title and e.company_id = ${member.company.id} and e.kind = 'tag'
          and e.folded = w.folded and e.part = w.part
        where w.kind = 'tag' and ${isVisible}
        group by w.position
      )
    `,
  )
}
