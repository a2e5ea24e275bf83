/**
 * The actions that leave an edit page: publish, save as draft, discard, delete, open the published article. Each first
 * waits until everything typed here is in the database, so that no word is lost.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { mergeParagraphs } from '@knowreel/shared/video/paragraph/merge-paragraphs.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { postToExtension } from '../../platform/extension-message.ts'
import { confirmAction, type Confirmation } from '../../ui/dialog/dialogs.ts'
import { showAction, showError, showSuccess, showWarning } from '../../ui/toast/toast.ts'
import { connectionLostText, type NoteEditorSession, type NotePerson } from '../../note/index.ts'
import { articleParams, articleRoute } from '../article-url.ts'
import { refreshArticles, cacheArticle } from '../article.queries.ts'
import { whileBusy } from '../busy.ts'
import { changedInput, toDraftFields, isChanged, mergeFields, type DraftFields } from './draft/draft-fields.ts'
import type { DraftState, DraftStore } from './draft/draft-store.ts'
import { saveEverything } from './save/save-everything.ts'
import { confirmNewerChanges } from './conflict/confirm-newer-changes.ts'
import { refetchDraftOfArticle } from './draft/draft.queries.ts'
import * as articleTexts from '../texts.ts'
import * as texts from './texts.ts'

export type DraftActions = {
  publish: (isNotification: boolean) => void
  saveDraft: () => void
  discard: () => void
  removeDraft: () => void
  viewPublished: () => void
  /** Leaves the editor for the published article, or for the drafts if it was never published; the draft stays. */
  goBack: () => void
  /** The page is not left after all: its guard asked. */
  onStay: () => void
  /** Someone else published the draft; unsaved local changes go into a new draft of the article. */
  onPublishedElsewhere: (articleId: string) => Promise<void>
  /** The draft was discarded or became inaccessible elsewhere, and nothing here is unsaved. */
  onDraftGone: () => Promise<void>
  /** One of these actions is running: events about the draft are caused by this page. */
  isLeaving: () => boolean
  /** Someone else published the draft. */
  isPublished: () => boolean
}

const flushTimeoutMs = 8_000
const maxNames = 3

type DraftActionsInput = {
  draftId: string
  store: DraftStore
  getNotesSession: () => NoteEditorSession | null
  /** The article that someone else made of the draft while it was open here. */
  getPublishedId: () => string | null
  /** Continues editing in the draft of that article. */
  onOpenPublished: (articleId: string) => void
}

export function useDraftActions(input: DraftActionsInput): DraftActions {
  const { draftId, store, getNotesSession, getPublishedId } = input
  const openPublished = useRef(input.onOpenPublished)
  useEffect(() => {
    openPublished.current = input.onOpenPublished
  })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const isGoingBack = useRef(false)

  const showArticle = useCallback(
    async (article: Article): Promise<void> => {
      cacheArticle(queryClient, article)
      const mode = article.textTabs.length > 0 ? 'notes' : undefined
      const params = articleParams(article, { mode })
      if (params) await navigate({ to: articleRoute, params })
      else await navigate({ to: '/drafts' })
      await refreshArticles(queryClient)
    },
    [queryClient, navigate],
  )

  const showById = useCallback(
    async (articleId: string) => showArticle((await api.article.get({ params: { id: articleId } })).article),
    [showArticle],
  )

  const showDrafts = useCallback(async () => {
    await navigate({ to: '/drafts' })
    await refreshArticles(queryClient)
  }, [navigate, queryClient])

  /** The page could not be left, and works again. */
  const stay = useCallback(() => {
    isLeaving.current = false
    store.resume()
  }, [store])

  const afterPublishedElsewhere = useCallback(
    async (articleId: string) => {
      const { base, fields } = store.read()
      isLeaving.current = true
      store.stop()
      announcePublished(draftId, articleId)
      try {
        if (!isChanged(base, fields)) {
          showWarning(texts.thisDraftWasAlreadyPublished)
          return await showById(articleId)
        }
        const draft = await saveToNewDraft(articleId, base, fields)
        showWarning(texts.thisDraftWasAlreadyPublishedYour)
        await navigate({ to: '/article/$id/edit/{-$mode}', params: { id: draft.original?.shortId ?? articleId } })
        await refetchDraftOfArticle(queryClient)
        await refreshArticles(queryClient)
      } catch (error) {
        stay()
        throw error
      }
    },
    [draftId, store, showById, stay, navigate, queryClient],
  )

  return useMemo(() => {
    /** The notes of a published draft are closed, so nothing can be saved here: the page stays, and editing can continue. */
    const isPublishedElsewhere = (): boolean => {
      const articleId = getPublishedId()
      if (articleId === null) return false
      showAction(
        texts.thisDraftWasAlreadyPublished,
        texts.keepEditing,
        () => openPublished.current(articleId),
        'warning',
      )
      return true
    }

    /** Runs with the page covered; on success leaves the page, which saves nothing more. */
    const runAndLeave = async (words: string, work: () => Promise<() => Promise<void>>): Promise<void> => {
      if (isLeaving.current || isPublishedElsewhere()) return
      if (!onlineManager.isOnline() || getNotesSession()?.getState().connection === 'lost')
        return showError(connectionLostText)
      isLeaving.current = true
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      try {
        const go = await whileBusy(words, async () => {
          if (!((await getNotesSession()?.flush(flushTimeoutMs)) ?? true)) throw new Error(notSavedMessage)
          return work()
        })
        store.stop()
        await go()
      } catch (error) {
        stay()
        const articleId = publishedArticleId(error)
        if (articleId !== null) await afterPublishedElsewhere(articleId).catch(handleError)
        else showDraftError(error)
      }
    }

    const getOthers = () => getNotesSession()?.getState().others ?? []

    const publish = async (isNotification: boolean): Promise<void> => {
      const { title, workspaceId } = store.read().fields
      if (title.trim() === '') {
        document.getElementById('draft-title')?.focus()
        return showError(texts.articleTitleCanNotBe)
      }
      if (workspaceId === null) return showError(texts.articleWorkspaceCanNotBe)
      await runAndLeave(texts.publishingArticle, async () => {
        const { article } = await store.saveManually((input) =>
          api.article.save({ params: { id: draftId }, body: { ...input, isPublish: true, isNotification } }),
        )
        announcePublished(draftId, article.id)
        return async () => {
          showSuccess(texts.theArticleHasBeenSuccessfully)
          await showArticle(article)
        }
      })
    }

    const readDraft = async () => (await api.draft.get({ params: { id: draftId } })).article

    const saveDraft = () =>
      runAndLeave(texts.savingArticle, async () => {
        const { article } = await store.saveManually((input) =>
          api.article.save({ params: { id: draftId }, body: { ...input, isPublish: false } }),
        )
        const { original } = article
        return original === null ? showDrafts : () => showById(original.id)
      })

    /** Discards only what was seen: changes made since are shown before they are discarded too. */
    const discardSeen = async (seen: Article): Promise<Article | null> => {
      try {
        const { article } = await whileBusy(texts.discardingDraft, () =>
          api.draft.discard({ params: { id: draftId }, body: { hash: seen.hash } }),
        )
        return article
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'draft_changed')) throw error
        const now = await readDraft()
        const isWanted = await confirmNewerChanges(seen, now)
        if (isWanted) return discardSeen(now)
        throw new DiscardCancelledError()
      }
    }

    const discard = async (): Promise<void> => {
      if (isLeaving.current || isPublishedElsewhere()) return
      try {
        // Text typed a moment ago is part of the visible draft.
        const seen = await whileBusy(texts.savingArticle, async () => {
          await saveEverything(store, getNotesSession())
          return readDraft()
        })
        const isConfirmed = await confirmAction(discardConfirmation(store.read(), getOthers()))
        if (!isConfirmed || isLeaving.current) return
        isLeaving.current = true
        const left = await store.saveManually(() => discardSeen(seen))
        if (left?.isDraft) {
          isLeaving.current = false
          store.replace(left)
          return showSuccess(texts.theChangesWereDiscarded)
        }
        store.stop()
        if (left) await showArticle(left)
        else await showDrafts()
      } catch (error) {
        stay()
        if (!(error instanceof DiscardCancelledError)) showDraftError(error)
      }
    }

    const removeDraft = async (): Promise<void> => {
      if (isPublishedElsewhere()) return
      const isConfirmed = await confirmAction({
        title: texts.deleteFieldsTitle(store.read().fields.title || texts.untitled),
        body: editingNow(getOthers()) + texts.theDraftIsDeletedFor,
        confirmLabel: texts.deleteDraft,
        isDangerous: true,
      })
      if (!isConfirmed) return
      await runAndLeave(texts.theArticleIsBeingDeleted, async () => {
        await api.draft.remove({ params: { id: draftId } })
        return showDrafts
      })
    }

    return {
      publish: (isNotification) => void publish(isNotification),
      saveDraft: () => void saveDraft(),
      discard: () => void discard(),
      removeDraft: () => void removeDraft(),
      viewPublished: () => {
        const { original } = store.read().article
        if (original) void showById(original.id).catch(handleError)
      },
      goBack: () => {
        if (isLeaving.current || isGoingBack.current) return
        isGoingBack.current = true
        const { original } = store.read().article
        void (original ? showById(original.id) : showDrafts()).catch((error: unknown) => {
          isGoingBack.current = false
          handleError(error)
        })
      },
      // A navigation that is blocked never ends.
      onStay: () => {
        isGoingBack.current = false
      },
      onPublishedElsewhere: afterPublishedElsewhere,
      onDraftGone: async () => {
        isLeaving.current = true
        store.stop()
        showWarning(texts.thisDraftIsGone)
        const { original } = store.read().article
        if (original === null) return showDrafts()
        try {
          await showById(original.id)
        } catch (error) {
          // The article was deleted together with its draft.
          if (error instanceof ApiError && error.status === 404) return showDrafts()
          stay()
          throw error
        }
      },
      isLeaving: () => isLeaving.current,
      isPublished: () => getPublishedId() !== null,
    }
  }, [
    draftId,
    store,
    getNotesSession,
    getPublishedId,
    showArticle,
    showById,
    showDrafts,
    stay,
    afterPublishedElsewhere,
  ])
}

/** The recorder extension lists recordings by the article they are for, whose id may change. */
export function announcePublished(from: string, to: string): void {
  postToExtension('api', 'articlePublished', { from, to })
  if (from !== to) postToExtension('frontend', 'articleIdChanged', { from, to })
}

/** The user saw the newer changes and did not discard them. */
class DiscardCancelledError extends Error {}

function discardConfirmation({ article, fields }: DraftState, others: readonly NotePerson[]): Confirmation {
  return {
    title: texts.discardTheDraftOfFieldsTitle(fields.title || texts.untitled),
    body: editingNow(others) + (article.original ? texts.unpublishedChangesAreLostFor : texts.theChangesOfThisEditing),
    confirmLabel: texts.discardDraft,
    isDangerous: true,
  }
}

/** A sentence that names the colleagues who edit the draft, with a space behind it; empty if there are none. */
function editingNow(others: readonly NotePerson[]): string {
  if (others.length === 0) return ''
  const names = others.map(({ name }) => name || texts.someone)
  const list =
    names.length > maxNames ? [...names.slice(0, maxNames), articleTexts.moreItems(names.length - maxNames)] : names
  const last = list.at(-1) ?? ''
  const words = list.length > 1 ? articleTexts.listAndLast(list.slice(0, -1).join(', '), last) : last
  return texts.editingNow(words, others.length)
}

/** The paragraphs that were published stay published, so the local ones can go into the new draft. */
async function saveToNewDraft(articleId: string, base: DraftFields, mine: DraftFields): Promise<Article> {
  const { article: draft } = await api.article.saveDraft({ params: { id: articleId }, body: {} })
  const theirs = toDraftFields(draft)
  const paragraphs = mergeParagraphs(base.paragraphs, mine.paragraphs, theirs.paragraphs) ?? mine.paragraphs
  const body = changedInput(theirs, { ...mergeFields(base, mine, theirs), paragraphs })
  return body === null ? draft : (await api.article.saveDraft({ params: { id: draft.id }, body })).article
}

const notSavedMessage = texts.someChangesArentSavedYet

/** A draft that was never published becomes an article under its own id; later saves go into a draft of it. */
export const alreadyPublishedError = (articleId: string): ApiError =>
  new ApiError({ message: texts.thisDraftWasPublished, status: 409, code: 'already_published', body: { articleId } })

/** The draft is out of reach; the server does not say why. */
export const isDraftGone = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 404 &&
  error.code !== 'workspace_not_found' &&
  publishedArticleId(error) === null

/** Shows why a draft could not be saved, published or discarded. */
export function showDraftError(error: unknown): void {
  if (isDraftGone(error)) showError(texts.thisDraftIsGone)
  else handleError(error)
}

/** The article that a draft became while it was open here. */
export function publishedArticleId(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code !== 'already_published' && error.code !== 'draft_published') return null
  const { articleShortId, articleId } = error.body
  if (typeof articleShortId === 'string') return articleShortId
  return typeof articleId === 'string' ? articleId : null
}
