/**
 * State shared by a page and its comments panel: whether the panel is open, what to comment on, and which thread is
 * active. Notes and player reach the panel through this without loading its code.
 */
import { Store, useSelector } from '@tanstack/react-store'
import type { CommentQuote, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'

/** The subject of a comment, apart from the whole article. `timestamp` is ms in article time. */
export type CommentAnchor =
  | { readonly quote: CommentQuote }
  | { readonly timestamp: number }
  | { readonly videoReaction: VideoReaction; readonly timestamp?: number }

/** The number distinguishes a request from an equal earlier one. */
type PanelRequest<What> = What & { readonly requestId: number }

export type PanelState = {
  /** The article or draft on the screen that can be commented on. */
  readonly articleId: string | null
  readonly isOpen: boolean
  /** The anchor chosen for a new comment. */
  readonly anchorRequest: PanelRequest<{ readonly anchor: CommentAnchor }> | null
  /** A comment or reply to show. */
  readonly target: PanelRequest<{ readonly id: string }> | null
  /** The first comment of the active thread. */
  readonly activeId: string | null
  /** The words that the comment being written is about. */
  readonly writtenQuote: CommentQuote | null
}

const closedState: Omit<PanelState, 'articleId'> = {
  isOpen: false,
  anchorRequest: null,
  target: null,
  activeId: null,
  writtenQuote: null,
}
const store = new Store<PanelState>({ ...closedState, articleId: null })
let lastRequestId = 0

const update = (next: Partial<PanelState>): void => store.setState((state) => ({ ...state, ...next }))

/** Registers the article on the screen; returns a function that removes it and closes the panel. */
export function registerArticle(articleId: string): () => void {
  if (store.state.articleId !== articleId) update({ ...closedState, articleId })
  return () => {
    if (store.state.articleId === articleId) update({ ...closedState, articleId: null })
  }
}

export const openComments = (): void => update({ isOpen: store.state.articleId !== null })
export const closeComments = (): void => update(closedState)
export const toggleComments = (): void => (store.state.isOpen ? closeComments() : openComments())

/** Opens the panel with a new comment on these words or this moment. False if nothing can be commented on. */
export function openNewComment(anchor: CommentAnchor): boolean {
  if (store.state.articleId === null) return false
  lastRequestId += 1
  update({ isOpen: true, anchorRequest: { anchor, requestId: lastRequestId } })
  return true
}

/** Opens the panel scrolled to this comment or reply and highlights it for a moment. */
export function showComment(id: string): void {
  if (store.state.articleId === null) return
  lastRequestId += 1
  update({ isOpen: true, target: { id, requestId: lastRequestId } })
}

export const clearAnchorRequest = (): void => update({ anchorRequest: null })
export const activateThread = (id: string | null): void => {
  if (store.state.activeId !== id) update({ activeId: id })
}

export const setWrittenQuote = (writtenQuote: CommentQuote | null): void => update({ writtenQuote })

export const getPanelState = (): PanelState => store.state

export const usePanelState = <Part>(select: (state: PanelState) => Part): Part => useSelector(store, select)

/** The active thread of the panel, by its first comment; its words and moment are marked. */
export const useActiveThreadId = (): string | null => usePanelState(({ activeId }) => activeId)

/** Whether the comments of this article are shown. */
export const useCommentsShown = (articleId: string | undefined): boolean =>
  usePanelState((present) => present.isOpen && present.articleId === articleId)
