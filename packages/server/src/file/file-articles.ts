/** What files have to know of articles; the articles tell it. */
import type { Actor, Rule } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'

/** Where a file is placed: the article that was published, else the draft that never was. */
export type UploadTarget = { readonly rootId: string; readonly companyId: string; readonly isEditable: boolean }

/** The article or draft whose page asks. */
export type FilePage = { readonly rootId: string; readonly isEditable: boolean }

/**
 * How far somebody sees into an article: `draft` all of one that never was published, `editor` all of a published one,
 * `reader` what is published, `versions` what its versions hold.
 */
export type FileReach = 'draft' | 'editor' | 'reader' | 'versions'

export type FileArticles = {
  readonly uploadRule: Rule<UploadTarget>
  /** Null for what this person does not see. */
  readonly findPage: (db: Db, actor: Actor | null, anyId: string) => Promise<FilePage | null>
  /** By the ids of articles; those that are not seen are not in it. */
  readonly listReach: (
    db: Db,
    actor: Actor | null,
    articleIds: readonly string[],
  ) => Promise<ReadonlyMap<string, FileReach>>
}
