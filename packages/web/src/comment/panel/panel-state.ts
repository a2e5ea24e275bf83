/**
 * State shared by a page and its comments panel: whether the panel is open, what to comment on, and which thread is
 * active. Notes and player reach the panel through this without loading its code.
 */
import { Store, useSelector } from '@tanstack/react-store'
import type { CommentQuote, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'

/** What a comment refers to, apart from the whole article. `timestamp` is ms in article time. */
export type CommentAnchor =
  | { readonly quote: CommentQuote }
  | { readonly timestamp: number }
  | { readonly videoReaction: VideoReaction; readonly timestamp?: number }

/** The number distinguishes a request from an equal earlier one. */
type PanelRequest<What> = What & { readonly wish: number }

export type PanelState = {
  /** The article or draft on the screen that can be commented on. */
  readonly articleId: string | null
  readonly isOpen: boolean
  /** The anchor chosen for a new comment. */
  readonly draft: PanelRequest<{ readonly anchor: CommentAnchor }> | null
  /** A comment or reply to show. */
  readonly target: PanelRequest<{ readonly id: string }> | null
  /** The first comment of the active thread. */
  readonly activeId: string | null
}

const closed: Omit<PanelState, 'articleId'> = { isOpen: false, draft: null, target: null, activeId: null }
const store = new Store<PanelState>({ ...closed, articleId: null })
let requests = 0

const change = (next: Partial<PanelState>): void => store.setState((state) => ({ ...state, ...next }))

/** Registers the article on the screen; returns a function that removes it and closes the panel. */
export function enterArticle(articleId: string): () => void {
  if (store.state.articleId !== articleId) change({ ...closed, articleId })
  return () => {
    if (store.state.articleId === articleId) change({ ...closed, articleId: null })
  }
}

export const openComments = (): void => change({ isOpen: store.state.articleId !== null })
export const closeComments = (): void => change(closed)
export const toggleComments = (): void => (store.state.isOpen ? closeComments() : openComments())

/** Opens the panel with a new comment on these words or this moment. False if nothing can be commented on. */
export function openCommentsWith(anchor: CommentAnchor): boolean {
  if (store.state.articleId === null) return false
  requests += 1
  change({ isOpen: true, draft: { anchor, wish: requests } })
  return true
}

/** Opens the panel scrolled to this comment or reply and highlights it for a moment. */
export function showComment(id: string): void {
  if (store.state.articleId === null) return
  requests += 1
  change({ isOpen: true, target: { id, wish: requests } })
}

export const takeDraft = (): void => change({ draft: null })
export const activateThread = (id: string | null): void => {
  if (store.state.activeId !== id) change({ activeId: id })
}

export const readPanel = (): PanelState => store.state

export const usePanel = <Part>(select: (state: PanelState) => Part): Part => useSelector(store, select)

/** The active thread of the panel, by its first comment; its words and moment are marked. */
export const useActiveThread = (): string | null => usePanel(({ activeId }) => activeId)

/** Whether the comments of this article are shown. */
export const useCommentsShown = (articleId: string | undefined): boolean =>
  usePanel((present) => present.isOpen && present.articleId === articleId)
