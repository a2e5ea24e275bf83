/**
 * Moves comments and reactions when articles are published, merged, moved or discarded; called inside those
 * transactions, which hold the locks on the articles. A moment of a recording is carried from the old play map to the
 * new one. No comment is lost with a draft: however the draft of a published article ends, its comments go to the
 * article. Its reactions go there too, unless its changes were discarded.
 */
import { carryAnchor } from '@knowreel/shared/video/paragraph/carry-anchor.ts'
import { anchorAt, resolveAnchor, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Trx } from '../../platform/database/db.ts'
import { notifyPages } from './comment-dependencies.ts'
import {
  deleteReactionsOf,
  dropMentions,
  moveComments,
  moveReactions,
  updateAnchors,
  type CarryAnchor,
} from './comment-moves.queries.ts'

type PlayMapChange = { readonly before: ParagraphTree; readonly after: ParagraphTree }

/** The play map of the article changes. */
export async function carryAnchors(trx: Trx, articleId: string, { before, after }: PlayMapChange): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (await updateAnchors(trx, [articleId], (anchor) => carryAnchor(before, after, anchor)))
    await notifyPages(trx, [articleId], 'comments', 'reactions')
}

type EndedDraft = PlayMapChange & { readonly draftId: string; readonly articleId: string }

/** A draft was published, or equalled its article. */
export async function moveCommentsOnPublish(trx: Trx, { draftId, articleId, ...change }: EndedDraft): Promise<void> {
  await carryAnchors(trx, draftId, change)
  await moveCommentsAndReactions(trx, draftId, articleId)
}

/** The changes of a draft are discarded. */
export async function moveCommentsOnDiscard(trx: Trx, { draftId, articleId, ...change }: EndedDraft): Promise<void> {
  await deleteReactionsOf(trx, draftId)
  await carryAnchors(trx, draftId, change)
  if (await moveComments(trx, { fromId: draftId, toId: articleId })) await notifyPages(trx, [articleId], 'comments')
}

async function moveCommentsAndReactions(trx: Trx, fromId: string, toId: string): Promise<void> {
  if (await moveComments(trx, { fromId, toId })) await notifyPages(trx, [toId], 'comments')
  if (await moveReactions(trx, { fromId, toId })) await notifyPages(trx, [toId], 'reactions')
}

type MergedArticles = {
  readonly leftId: string
  readonly targetId: string
  readonly left: ParagraphTree
  /** The source's material comes first. */
  readonly merged: ParagraphTree
}

/** Carried by time, because paragraphs may have new ids and the target may play the same moment too. */
export async function moveCommentsOnMerge(trx: Trx, { leftId, targetId, left, merged }: MergedArticles): Promise<void> {
  const carry: CarryAnchor = (anchor) => {
    const at = resolveAnchor(left, anchor)
    return (at === null ? null : anchorAt(merged, at)) ?? anchor
  }
  await updateAnchors(trx, [leftId], carry)
  await moveCommentsAndReactions(trx, leftId, targetId)
}

/**
 * Drops mentions, because the people belong to the old company. `copies`: recordings that stayed behind, and those played instead.
 */
export async function moveCommentsToCompany(
  trx: Trx,
  articleIds: readonly string[],
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  if (copies.size > 0)
    await updateAnchors(trx, articleIds, (anchor) => ({
      ...anchor,
      videoId: copies.get(anchor.videoId) ?? anchor.videoId,
    }))
  await dropMentions(trx, articleIds)
}
