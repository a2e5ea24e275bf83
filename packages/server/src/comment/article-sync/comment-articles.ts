/** The functions that comments and reactions use on articles; injected when the app is composed. */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Actor } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

/** The article or draft that is open. */
export type CommentedArticle = {
  readonly id: string
  readonly companyId: string
  /** Null for a draft without workspace. */
  readonly workspaceId: string | null
  readonly isDraft: boolean
  /** Rows whose comments are shown: its own and, for a draft of a published article, that article. */
  readonly shownIds: readonly string[]
  readonly paragraphs: ParagraphTree
  /** The caller may edit the article, and therefore edit and delete others' comments. */
  readonly isEditor: boolean
  /** False if everything is read-only, as in an archived workspace. */
  readonly isOpen: boolean
}

/** The current row to write to, locked until the transaction ends. */
export type LockedCommentedArticle = Pick<
  CommentedArticle,
  'id' | 'companyId' | 'workspaceId' | 'isDraft' | 'shownIds' | 'paragraphs'
>

export type CommentArticles = {
  /** Null if it is missing or invisible to this person. A draft that was published is the article it became. */
  find(db: Db, actor: Actor | null, anyId: string): Promise<CommentedArticle | null>
  /** Prevents publishing, merging and deleting until the transaction ends. Null if it no longer exists. */
  lock(trx: Trx, article: CommentedArticle): Promise<LockedCommentedArticle | null>
}
