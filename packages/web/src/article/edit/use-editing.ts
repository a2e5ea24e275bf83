import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { loadNoteEditorSession, type NoteEditorSession } from '../../note/index.ts'
import { articleKeys } from '../article.queries.ts'
import { createDraftStore } from './draft/draft-store.ts'
import type { EditingContext } from './editing-context.ts'
import {
  alreadyPublishedError,
  type DraftActions,
  isDraftGone,
  announcePublished,
  publishedArticleId,
  showDraftError,
  useDraftActions,
} from './use-draft-actions.ts'

/** Saves of others come in bursts: the draft is fetched once after each burst. */
const refetchDelayMs = 400

type UseEditingResult = {
  editing: EditingContext
  draftActions: DraftActions
  /** The article that this draft became while it was open here. */
  publishedId: string | null
  /** The draft was deleted or became inaccessible; the page stays because of changes that exist only here. */
  isGone: boolean
}

/**
 * Opens a draft for editing: the store of its fields, the session of its live notes, and the server's events about it.
 */
export function useEditing(
  draft: Article,
  user: { id: string; name: string },
  onOpenPublished: (articleId: string) => void,
): UseEditingResult {
  const draftId = draft.id
  const queryClient = useQueryClient()
  const [notesSession, setNotesSession] = useState<NoteEditorSession | null>(null)
  const [publishedId, setShownPublishedId] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  const current = useRef<{
    notesSession: NoteEditorSession | null
    draftActions: DraftActions | null
    publishedId: string | null
  }>({ notesSession: null, draftActions: null, publishedId: null })
  const setPublishedId = useCallback(
    (articleId: string) => {
      if (current.current.publishedId === null) announcePublished(draftId, articleId)
      current.current.publishedId = articleId
      setShownPublishedId(articleId)
    },
    [draftId],
  )

  const [store] = useState(() =>
    createDraftStore({
      article: draft,
      save: async (body) => {
        const answer = await api.article.saveDraft({ params: { id: draftId }, body })
        if (answer.article.id !== draftId) throw alreadyPublishedError(draftId)
        return answer
      },
      load: () => api.draft.get({ params: { id: draftId } }).then(({ article }) => article),
      onFailure: (error) => {
        const articleId = publishedArticleId(error)
        // Offline, the page reports it where it matters.
        if (error instanceof ApiError && error.isConnectionError) return
        if (isDraftGone(error)) setGone(true)
        if (articleId === null) showDraftError(error)
        // Words that did not reach the server exist only on this page: it stays open, so that they can be copied.
        else if ((current.current.notesSession?.getState().save ?? 'saved') !== 'saved') setPublishedId(articleId)
        else void current.current.draftActions?.onPublishedElsewhere(articleId).catch(handleError)
      },
    }),
  )

  const getNotesSession = useCallback(() => current.current.notesSession, [])
  const getPublishedId = useCallback(() => current.current.publishedId, [])
  const draftActions = useDraftActions({ draftId, store, getNotesSession, getPublishedId, onOpenPublished })
  useEffect(() => {
    current.current.draftActions = draftActions
  }, [draftActions])

  useEffect(() => {
    const held = current.current
    let isEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const readLater = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void readDraft(), refetchDelayMs)
    }
    const readDraft = async (): Promise<void> => {
      if (held.publishedId !== null) return
      // This page is about to publish or remove it; the page stays only if that fails.
      if (held.draftActions?.isLeaving()) return readLater()
      try {
        const { article } = await api.draft.get({ params: { id: draftId } })
        if (!isEnded) store.applyResponse(article)
      } catch (error) {
        const articleId = publishedArticleId(error)
        if (articleId !== null && !isEnded) setPublishedId(articleId)
        if (!isDraftGone(error) || isEnded || held.draftActions?.isLeaving()) return
        const isSaved = !store.read().isUnsaved && held.notesSession?.getState().save === 'saved'
        // With unsaved changes the page stays open, so that they can be copied.
        if (isSaved) await held.draftActions?.onDraftGone().catch(handleError)
        else setGone(true)
      }
    }
    const onMessage = (message: RoomServerMessage): void => {
      if (held.draftActions?.isLeaving()) return
      if (message.type === 'published') setPublishedId(message.id)
      if (message.type !== 'saved' && message.type !== 'access') return
      readLater()
    }

    // The server does not repeat what it sent before this page entered the room, or while its connection was lost.
    const onConnected = (): void => {
      store.retry()
      readLater()
    }

    void loadNoteEditorSession().then((openNotesSession) => {
      if (isEnded) return
      const opened = openNotesSession({ articleId: draftId, user, onMessage, onConnected })
      held.notesSession = opened
      setNotesSession(opened)
    }, handleError)
    return () => {
      isEnded = true
      clearTimeout(timer)
      held.notesSession?.destroy()
      held.notesSession = null
      setNotesSession(null)
      // The list shows titles and times that were changed here.
      void queryClient.invalidateQueries({ queryKey: articleKeys.drafts })
    }
    // The signed-in user cannot change without a page load.
    // eslint-disable-next-line react/exhaustive-deps
  }, [draftId, store])

  const editing = useMemo(() => ({ draftId, store, notesSession, user }), [draftId, store, notesSession, user])
  return { editing, draftActions, publishedId, isGone }
}
