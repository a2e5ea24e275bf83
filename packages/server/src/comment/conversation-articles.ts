/** What comments and reactions have to know of articles; handed in when the house is put together. */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/** The article or draft that somebody has open. */
export type Conversation = {
  readonly id: string
  readonly companyId: string
  /** Null for a draft that has none yet. */
  readonly workspaceId: string | null
  readonly isDraft: boolean
  /** Rows whose comments are shown: its own and, for a draft of a published article, that article. */
  readonly shownIds: readonly string[]
  readonly paragraphs: ParagraphTree
  /** The caller may edit the article, so also what others wrote. */
  readonly isEditor: boolean
  /** False where all is read-only, as in an archived workspace. */
  readonly isOpen: boolean
}

/** The row to write to, held until the transaction ends, as it is now. */
export type HeldConversation = Pick<
  Conversation,
  'id' | 'companyId' | 'workspaceId' | 'isDraft' | 'shownIds' | 'paragraphs'
>

export type ConversationArticles = {
  /** Null when it is missing, or not seen by this person. A draft that was published is the article it became. */
  find(db: Db, actor: Actor | null, anyId: string): Promise<Conversation | null>
  /** Nobody publishes, merges or deletes it meanwhile. Null when it is no longer there. */
  hold(trx: Trx, conversation: Conversation): Promise<HeldConversation | null>
}
