import type { ColumnType, GeneratedAlways } from 'kysely'

export type EntryKind =
  | 'workspace'
  | 'article'
  | 'draft'
  | 'paragraph'
  | 'tag'
  | 'articleNotes'
  | 'draftNotes'
  | 'articleVideo'
  | 'draftVideo'

export type SearchEntriesTable = {
  id: GeneratedAlways<string>
  kind: EntryKind
  is_title: GeneratedAlways<boolean>
  company_id: string
  workspace_id: string | null
  article_id: string | null
  part: string
  slug: string
  /** UTF-16 units from the beginning of the tab, ms of the article, or the position in an attachment. */
  starts_at: number
  file_id: string | null
  page: number | null
  content: string
  /** For timed text: pairs of an offset in the content (code points) and a time in the article (ms), flattened. */
  marks: number[] | null
  folded: string
  terms: string
  hash: string
  changed_at: Date
}

export type SearchTermsTable = { company_id: string; term: string; entries: number }

export type SearchTermCountsTable = { company_id: string; version: number; texts: number }

export type SearchChangesTable = { id: GeneratedAlways<string>; article_id: string | null; workspace_id: string | null }

/** Increases with every change of the entries of a company. */
export type SearchVersionsTable = { company_id: string; version: number }

/** The tags of a company, in the form in which spellings are compared and in which they are searched. */
export type SearchTagsTable = { company_id: string; part: string; folded: string }

/** How many indexed articles of a workspace have this spelling of a tag, and since when there was one. */
export type SearchTagUsesTable = {
  company_id: string
  part: string
  workspace_id: string
  content: string
  since: Date
  articles: number
}

/** A question to the assistant, in the history. */
export type RememberedQuestion = { readonly id: string; readonly title: string }

/** The location of a result in the history. */
export type RememberedResult = {
  /** As in the result: kind, article or workspace, part, and file. */
  readonly id: string
  /** The words that were shown, and those of them that matched; null for a title. */
  readonly excerpt: string | null
  readonly match: string | null
  /** As in the result: UTF-16 units of the tab, or milliseconds of the article. */
  readonly position: number
  readonly page: number | null
}

export type Remembered = RememberedQuestion | RememberedResult

export type SearchHistoriesTable = {
  id: string
  user_id: string
  company_id: string
  questions: ColumnType<Remembered[], string | undefined, string>
}

/** The embedding of one text by one model. */
export type SearchVectorsTable = {
  entry_id: string
  model: string
  /** Null, as the vector, for a text that the model refused. */
  signs: string | null
  vector: Buffer | null
}

export type SearchVectorStatesTable = { company_id: string; model: string; version: number }

declare module '../platform/database/db.ts' {
  interface Tables {
    search_entries: SearchEntriesTable
    search_terms: SearchTermsTable
    search_term_counts: SearchTermCountsTable
    search_changes: SearchChangesTable
    search_versions: SearchVersionsTable
    search_tags: SearchTagsTable
    search_tag_uses: SearchTagUsesTable
    search_histories: SearchHistoriesTable
    search_vectors: SearchVectorsTable
    search_vector_states: SearchVectorStatesTable
  }
}
