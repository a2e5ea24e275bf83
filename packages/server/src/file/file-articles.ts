/** The functions that files use on articles; the article feature implements it. */
import type { Actor, Rule } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'

/** The article that a file belongs to: the published article, or the draft if it was never published. */
export type UploadTarget = { readonly rootId: string; readonly companyId: string; readonly isEditable: boolean }

/** The article or draft of the requesting page. */
export type FilePage = { readonly rootId: string; readonly isEditable: boolean }

/**
 * How much of an article a person sees: `draft` everything in a never-published one, `editor` everything in a published
 * one, `reader` the published content, `versions` what its versions contain.
 */
export type FileAccess = 'draft' | 'editor' | 'reader' | 'versions'

export type FileArticles = {
  readonly uploadRule: Rule<UploadTarget>
  /** Null if this person does not see it. */
  readonly findPage: (db: Db, actor: Actor | null, anyId: string) => Promise<FilePage | null>
  /** By article id; articles that the person does not see are missing. */
  readonly listAccess: (
    db: Db,
    actor: Actor | null,
    articleIds: readonly string[],
  ) => Promise<ReadonlyMap<string, FileAccess>>
}
