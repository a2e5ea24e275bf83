/** The queries of an export for published articles. The caller checks access. */
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import type { PersonRow } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { authorColumn } from '../article-columns.ts'

export type ExportableArticle = { readonly id: string; readonly shortId: string; readonly title: string }

export type ExportedArticle = ExportableArticle & {
  readonly companyId: string
  readonly icon: string | null
  readonly cover: ArticleCover | null
  readonly tags: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly publishedAt: Date | null
  readonly author: PersonRow | null
  readonly paragraphs: ParagraphTree
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly note: NoteJson }[]
}

const selectExportable = (db: Db) =>
  db
    .selectFrom('articles as a')
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .where('a.original_id', 'is', null)
    .where('a.is_archived', '=', false)

/** All articles of the workspace that are not archived. */
export async function listExportableArticles(db: Db, workspaceId: string): Promise<ExportableArticle[]> {
  return selectExportable(db)
    .where('a.workspace_id', '=', workspaceId)
    .select(['a.id', 'a.short_id as shortId', 'a.title'])
    .execute()
}

/** Those of these articles that are still in the workspace. */
export async function findExportedArticles(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ExportedArticle>> {
  const rows = await selectExportable(db)
    .where('a.workspace_id', '=', workspaceId)
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .select(['a.id', 'a.short_id as shortId', 'a.title', 'a.company_id as companyId', 'a.icon', 'a.cover'])
    .select(['a.tags', 'a.paragraphs'])
    .select(['a.created_at as createdAt', 'a.updated_at as updatedAt', 'a.published_at as publishedAt'])
    .select([authorColumn.as('author'), tabsColumn.as('tabs')])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const tabsColumn = sql<ExportedArticle['tabs']>`coalesce((
  select json_agg(json_build_object('id', t.id, 'title', t.title, 'note', t.content) order by t.position)
  from text_tabs t where t.article_id = a.id
), '[]'::json)`

export async function findArticleTitle(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('articles').where('id', '=', id).select('title').executeTakeFirst()
  return row?.title ?? ''
}
