/** The functions that transcripts use on articles; injected when the app is composed. */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Actor, Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'

/** The article or draft that is open. */
export type TranscribedArticle = {
  readonly id: string
  readonly companyId: string
  readonly title: string
  readonly paragraphs: ParagraphTree
  /** May correct the transcript and generate another one. */
  readonly isEditor: boolean
  /** Receives the recordings with everything that was cut; others receive only what is played. */
  readonly hasSources: boolean
}

export type GenerationRequest = { readonly id: string; readonly actor: Member; readonly articleId: string }

export type TranscribedArticles = {
  /** Null if it is missing or invisible to this person. A draft that was published is the article it became. */
  find(db: Db, actor: Actor | null, anyId: string): Promise<TranscribedArticle | null>
  /** The ids of those requests whose people may still edit the article, in one statement. */
  listEditable(db: Db, asked: readonly GenerationRequest[]): Promise<Set<string>>
}
