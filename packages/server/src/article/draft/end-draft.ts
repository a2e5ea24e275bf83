import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { moveCommentsOnDiscard, moveCommentsOnPublish } from '../../comment/index.ts'
import type { Trx } from '../../platform/database/db.ts'
import { markDeleted, type LockedArticle } from '../article-write.queries.ts'

/** The published article of a draft; null for a draft that was never published. */
type Original = { readonly id: string; readonly paragraphs: ParagraphTree } | null

/**
 * Ends a draft without publishing it. Its comments move to the article; its reactions too, unless the draft is
 * discarded.
 */
export async function endDraft(
  trx: Trx,
  draft: LockedArticle,
  original: Original,
  outcome: 'unchanged' | 'discarded',
): Promise<void> {
  if (original !== null) {
    const moveComments = outcome === 'unchanged' ? moveCommentsOnPublish : moveCommentsOnDiscard
    const change = { before: draft.paragraphs, after: original.paragraphs }
    await moveComments(trx, { draftId: draft.id, articleId: original.id, ...change })
  }
  await markDeleted(trx, [draft.id], new Date())
}
