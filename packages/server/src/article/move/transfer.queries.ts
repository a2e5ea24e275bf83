/** Everything that belongs to articles which leave their company. */
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'
import { tabsColumn, type TabRow } from '../article-columns.ts'

export type TransferredArticleRow = {
  id: string
  company_id: string
  title: string
  icon: string | null
  cover: ArticleCover | null
  tags: string[]
  pinned_tab_id: string | null
  paragraphs: ParagraphTree
  accept_session_id: string | null
  hash: string | null
  published_at: Date | null
  deleted_at: Date | null
  tabs: TabRow[]
}

/**
 * The articles and all drafts they have or had, locked until the transaction ends: articles first, as a save locks
 * them.
 */
export async function lockArticlesWithDrafts(
  trx: Trx,
  articleIds: readonly string[],
): Promise<TransferredArticleRow[]> {
  return trx
    .selectFrom('articles as a')
    .where(sql<boolean>`(a.id = any(${articleIds}::uuid[]) or a.original_id = any(${articleIds}::uuid[]))`)
    .select(['a.id', 'a.company_id', 'a.title', 'a.icon', 'a.cover', 'a.tags', 'a.pinned_tab_id', 'a.paragraphs'])
    .select(['a.accept_session_id', 'a.hash', 'a.published_at', 'a.deleted_at', tabsColumn.as('tabs')])
    .orderBy(sql`a.original_id is not null`)
    .orderBy('a.id')
    .forNoKeyUpdate('a')
    .execute()
}

/** Recordings that they or their versions play, and those that were uploaded for them. */
export async function listTransferredVideoIds(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from videos v
    where v.article_id = any(${ids}::uuid[]) or v.id::text in (
      select played #>> '{}'
      from articles a, jsonb_path_query(a.paragraphs, '$.**.videoId') played
      where a.id = any(${ids}::uuid[])
      union all
      select played #>> '{}'
      from article_versions av, jsonb_path_query(av.content, '$.paragraphs.**.videoId') played
      where av.article_id = any(${ids}::uuid[])
      union all
      select a.accept_session_id::text from articles a where a.id = any(${ids}::uuid[])
    )
    order by v.id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

type PlayedElsewhereQuery = {
  readonly companyId: string
  readonly ids: readonly string[]
  readonly videoIds: readonly string[]
}

/** Those of these recordings that something else of the company plays or waits for. */
export async function listVideosPlayedElsewhere(
  trx: Trx,
  { companyId, ids, videoIds }: PlayedElsewhereQuery,
): Promise<string[]> {
  if (videoIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with others as (
      select a.id, a.paragraphs, a.session_start, a.accept_session_id from articles a
      where a.company_id = ${companyId} and a.id <> all(${ids}::uuid[])
    ), played (id) as (
      select p #>> '{}' from others, jsonb_path_query(paragraphs, '$.**.videoId') p
      union select p #>> '{}' from others, jsonb_path_query(session_start, '$.paragraphs.**.videoId') p
      union select accept_session_id::text from others
      union select p #>> '{}' from article_versions av join others o on o.id = av.article_id,
        jsonb_path_query(av.content, '$.paragraphs.**.videoId') p
    )
    select id from played where id = any(${videoIds}::text[]) order by id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Makes versions play the copies. Ids of recordings occur in the JSON only where a recording is played. */
export async function replaceVideosInVersions(
  trx: Trx,
  ids: readonly string[],
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [from, to] of copies) {
    await sql`
      update article_versions
      set content = jsonb_set(content, '{paragraphs}', replace((content -> 'paragraphs')::text, ${from}, ${to})::jsonb),
        map_hash = null
      where article_id = any(${ids}::uuid[])
        and jsonb_path_exists(content, '$.paragraphs.**.videoId ? (@ == $id)', jsonb_build_object('id', ${from}::text))
    `.execute(trx)
  }
}

type MovedRow = {
  readonly id: string
  readonly paragraphs: ParagraphTree
  readonly mapHash: string | null
  readonly acceptSessionId: string | null
  readonly hash: string | null
}

/** A draft follows its article, whichever workspace was chosen in the draft. */
export async function updateMovedRows(
  trx: Trx,
  rows: readonly MovedRow[],
  { companyId, workspaceId }: { readonly companyId: string; readonly workspaceId: string },
): Promise<void> {
  for (const row of rows) {
    await trx
      .updateTable('articles')
      .set({
        company_id: companyId,
        workspace_id: workspaceId,
        parent_article_id: null,
        paragraphs: JSON.stringify(row.paragraphs),
        map_hash: row.mapHash,
        accept_session_id: row.acceptSessionId,
        hash: row.hash,
      })
      .where('id', '=', row.id)
      .execute()
  }
}
