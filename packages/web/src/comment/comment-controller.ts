import { createContext, useContext } from 'react'
import type { ShowRecording } from './page-player.ts'
import type { CommentActions } from './use-comment-actions.ts'

/** The article and the reader, for every part of the panel. */
export type CommentController = {
  readonly articleId: string
  readonly me: { readonly id: string; readonly name: string; readonly profileImage?: string | null | undefined }
  readonly actions: CommentActions
  /** Brings the recording onto the screen; null if the article has none. */
  readonly showRecording: ShowRecording | null
  /** Nothing can be written, as in an archived workspace. */
  readonly isReadOnly: boolean
  /** Covers the panel with this message while the work runs. */
  readonly withBusyMessage: (words: string, work: () => Promise<unknown>) => Promise<void>
}

const CommentControllerContext = createContext<CommentController | null>(null)
export const CommentControllerProvider = CommentControllerContext.Provider

export function useCommentController(): CommentController {
  const controller = useContext(CommentControllerContext)
  if (!controller) throw new Error('Comments are shown within their panel')
  return controller
}
