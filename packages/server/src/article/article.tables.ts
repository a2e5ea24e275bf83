import type { VersionChange } from '@knowreel/shared/article/article-version.calls.ts'
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { ColumnType, Generated } from 'kysely'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PersistedContent } from './article-content.ts'

/** A JSON value that is read as an object and written as JSON text. */
type Json<Value> = ColumnType<Value, string, string>

export type ArticlesTable = {
  id: string
  short_id: string
  company_id: string
  workspace_id: string | null
  original_id: string | null
  client_id: string | null
  parent_article_id: string | null
  title: Generated<string>
  slug: Generated<string>
  /** One emoji. */
  icon: string | null
  cover: ColumnType<ArticleCover | null, string | null | undefined, string | null>
  tags: Generated<string[]>
  pinned_tab_id: string | null
  /** Milliseconds; derived from the paragraphs. */
  duration: Generated<number>
  paragraphs: ColumnType<ParagraphTree, string | undefined, string>
  /** Hash of what is played; null for nothing. */
  map_hash: string | null
  is_archived: Generated<boolean>
  is_not_uploaded_video: Generated<boolean>
  /** This and the next one are derived from its tabs by a trigger. */
  has_text: Generated<boolean>
  is_first_tab_filled: Generated<boolean>
  /** Id of a recording. */
  accept_session_id: string | null
  hash: string | null
  session_start: ColumnType<PersistedContent | null, string | null, string | null>
  session_started_at: Date | null
  author_id: string | null
  updated_by_id: string | null
  last_version: Generated<number>
  editors_seen_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  published_at: Date | null
  deleted_at: Date | null
}

export type TextTabsTable = {
  article_id: string
  id: string
  position: number
  title: string
  slug: string
  /** Note document as ProseMirror JSON. */
  content: Json<NoteJson>
  html: Generated<string>
  plain_text: Generated<string>
  /** There is something to read; false for what `isEmptyNote`. */
  has_text: Generated<boolean>
  /** The articles that it links to (`listArticleLinks`); null until a job has looked for them. */
  links: string[] | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ArticleVersionsTable = {
  article_id: string
  version: number
  content: Json<PersistedContent>
  hash: string
  map_hash: string | null
  /** The parts that the publish that replaced this version changed; null if it was stored before that was recorded. */
  changes: VersionChange[] | null
  author_id: string | null
  created_at: Generated<Date>
}

/** How often each article was opened. */
export type ArticleReadsTable = { article_id: string; reads: number }

/** The trash: one row per deletion, of an article with all that was under it. */
export type DeletedArticlesTable = {
  article_id: string
  workspace_id: string
  /** The same as that of every article and draft that this deletion removed. */
  deleted_at: Date
  deleted_by_id: string | null
  /** Where it was in the order of the workspace. */
  entry: Json<OrderEntry>
  parent_id: string | null
  position: number
}

declare module '../platform/database/db.ts' {
  interface Tables {
    articles: ArticlesTable
    text_tabs: TextTabsTable
    article_versions: ArticleVersionsTable
    article_reads: ArticleReadsTable
    deleted_articles: DeletedArticlesTable
  }
}
