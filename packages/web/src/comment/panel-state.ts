/**
 * What a page and the comments beside it know of each other: whether the panel is open, what is to be written about, and
 * which thread is looked at. Notes and player speak to the panel through this without carrying its code.
 */
import { useSyncExternalStore } from 'react'
import type { CommentQuote, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'

/** What a comment is about, beside the article as a whole. `timestamp` is ms in article time. */
export type CommentAnchor =
  | { readonly quote: CommentQuote }
  | { readonly timestamp: number }
  | { readonly videoReaction: VideoReaction; readonly timestamp?: number }

/** A wish is told apart from an equal one before it by its number. */
type Wish<What> = What & { readonly wish: number }

export type PanelState = {
  /** The article or draft on the screen that can be spoken about. */
  readonly articleId: string | null
  readonly isOpen: boolean
  /** Something was chosen to be written about. */
  readonly begun: Wish<{ readonly anchor: CommentAnchor }> | null
  /** A comment or reply that is to be shown. */
  readonly target: Wish<{ readonly id: string }> | null
  /** The first comment of the thread that is looked at. */
  readonly activeId: string | null
}

const closed: Omit<PanelState, 'articleId'> = { isOpen: false, begun: null, target: null, activeId: null }
let state: PanelState = { ...closed, articleId: null }
let wishes = 0
const listeners = new Set<() => void>()

function change(next: Partial<PanelState>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An article comes onto the screen; what is returned takes it, and the panel, away again. */
export function enterArticle(articleId: string): () => void {
  if (state.articleId !== articleId) change({ ...closed, articleId })
  return () => {
    if (state.articleId === articleId) change({ ...closed, articleId: null })
  }
}

export const openComments = (): void => change({ isOpen: state.articleId !== null })
export const closeComments = (): void => change(closed)
export const toggleComments = (): void => (state.isOpen ? closeComments() : openComments())

/** Opens the panel with a comment begun about these words or this moment. False where there is nothing to comment on. */
export function openCommentsWith(anchor: CommentAnchor): boolean {
  if (state.articleId === null) return false
  wishes += 1
  change({ isOpen: true, begun: { anchor, wish: wishes } })
  return true
}

/** Opens the panel, scrolled to this comment or reply, which is lit for a moment. */
export function showComment(id: string): void {
  if (state.articleId === null) return
  wishes += 1
  change({ isOpen: true, target: { id, wish: wishes } })
}

export const takeBegun = (): void => change({ begun: null })
export const activateThread = (id: string | null): void => {
  if (state.activeId !== id) change({ activeId: id })
}

export const readPanel = (): PanelState => state

export const usePanel = <Part>(select: (state: PanelState) => Part): Part =>
  useSyncExternalStore(subscribe, () => select(state))

/** The thread that is looked at in the panel, by its first comment: its words and its moment are marked. */
export const useActiveThread = (): string | null => usePanel(({ activeId }) => activeId)

/** Whether the comments of this article are shown. */
export const useCommentsShown = (articleId: string | undefined): boolean =>
  usePanel((present) => present.isOpen && present.articleId === articleId)
