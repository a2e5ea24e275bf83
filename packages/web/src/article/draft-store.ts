/**
 * The state of an edit page beside its notes: the fields as they stand on the screen, what the server last answered, and
 * the queue that saves. It knows neither React nor the network; the page gives it the two calls.
 *
 * A change is shown at once and saved by the queue. An answer becomes the new base; what was changed here meanwhile stays
 * on top of it. A save that fails is kept and tried again by `retry` and by the next change; where the server could not be
 * reached or was in trouble, also by itself, after pauses that grow.
 */
import { newSaveQueue, stepSaveQueue, type SaveEvent, type SaveQueue } from '@knowreel/shared/article/save-queue.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { changedInput, fieldsOf, mergeFields, wholeInput, type DraftFields, type DraftInput } from './draft-fields.ts'

export type DraftState = {
  readonly fields: DraftFields
  /** As the server last gave it: the base of all changes. */
  readonly article: Article
  readonly queue: SaveQueue
  /** Something on the screen is not in the database yet. */
  readonly isUnsaved: boolean
  /** When the server last said that everything was saved; milliseconds. */
  readonly savedAt: number | null
  readonly failure: { readonly at: number; readonly error: unknown } | null
}

export type DraftStore = {
  subscribe: (listener: () => void) => () => void
  read: () => DraftState
  /** Shows the change at once; saves it after `delay` milliseconds without another. */
  edit: (change: Partial<DraftFields>, delay?: number) => void
  /** Takes what the server holds now, under the changes made here. */
  takeAnswer: (article: Article) => void
  /** Takes it with all its fields: what was changed here is given up. */
  replace: (article: Article) => void
  /** At once, where something is unsaved and no save is under way. */
  retry: () => void
  /** Runs a save by hand once the one in flight is answered; autosave rests meanwhile. */
  saveByHand: <Result>(send: (input: DraftInput) => Promise<Result>) => Promise<Result>
  /** Forgets what waits and stops: the page is left or the draft is gone. */
  stop: () => void
}

type DraftStoreInput = {
  article: Article
  save: (input: DraftInput) => Promise<{ article: Article }>
  /** Told of every failed autosave, but once only of trouble that the store tries to get over by itself. */
  onFailure: (error: unknown) => void
  now?: () => number
}

const firstPauseMs = 1_000
const lastPauseMs = 15_000

/** The same request may well be taken a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status >= 500)

export function createDraftStore({ article, save, onFailure, now = Date.now }: DraftStoreInput): DraftStore {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryPauseMs = firstPauseMs
  let isTroubleTold = false
  let manual: (() => Promise<boolean>) | null = null
  let isStopped = false
  let state: DraftState = {
    fields: fieldsOf(article),
    article,
    queue: newSaveQueue(),
    isUnsaved: false,
    savedAt: null,
    failure: null,
  }

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    const isUnsaved = changedInput(fieldsOf(state.article), state.fields) !== null
    if (isUnsaved !== state.isUnsaved) state = { ...state, isUnsaved }
    for (const listener of listeners) listener()
  }

  const dispatch = (event: SaveEvent): void => {
    const { queue, effect } = stepSaveQueue(state.queue, event)
    change({ queue })
    if (effect === 'save') void autosave()
    if (effect === 'manual') void runManual()
  }

  const rebase = (answered: Article): Partial<DraftState> => ({
    article: answered,
    fields: mergeFields(fieldsOf(state.article), state.fields, fieldsOf(answered)),
  })

  /** Under the answer lies what was sent, so that an older change from here is not taken for one of somebody else. */
  const settle = (sent: DraftFields, answered: Article): void => {
    const fields = mergeFields(sent, state.fields, fieldsOf(answered))
    change({ article: answered, fields, savedAt: now(), failure: null })
  }

  const autosave = async (): Promise<void> => {
    const sent = state.fields
    const input = changedInput(fieldsOf(state.article), sent)
    clearTimeout(retryTimer)
    if (input === null) return dispatch({ type: 'saved' })
    try {
      const answer = await save(input)
      if (isStopped) return
      settle(sent, answer.article)
      retryPauseMs = firstPauseMs
      isTroubleTold = false
      dispatch({ type: 'saved' })
    } catch (error) {
      if (isStopped) return
      change({ failure: { at: now(), error } })
      const isTold = isPassing(error) && isTroubleTold
      isTroubleTold = isPassing(error)
      dispatch({ type: 'failed' })
      if (isPassing(error)) retryLater()
      if (!isTold) onFailure(error)
    }
  }

  const runManual = async (): Promise<void> => {
    const isSaved = (await manual?.()) ?? false
    manual = null
    if (isStopped) return
    dispatch({ type: 'manualEnded', isSaved })
    if (!isSaved && state.isUnsaved) dispatch({ type: 'request' })
  }

  const retry = (): void => {
    if (state.isUnsaved && state.queue.phase === 'idle') request()
  }

  const retryLater = (): void => {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(retry, retryPauseMs)
    retryPauseMs = Math.min(retryPauseMs * 2, lastPauseMs)
  }

  const request = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!isStopped) dispatch({ type: 'request' })
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => state,
    edit(fields, delay = 0) {
      if (isStopped) return
      change({ fields: { ...state.fields, ...fields } })
      clearTimeout(timer)
      if (delay === 0) request()
      else timer = setTimeout(request, delay)
    },
    takeAnswer(answered) {
      if (!isStopped) change(rebase(answered))
    },
    replace(answered) {
      clearTimeout(timer)
      timer = undefined
      if (!isStopped) change({ article: answered, fields: fieldsOf(answered), savedAt: now(), failure: null })
    },
    retry() {
      retryPauseMs = firstPauseMs
      retry()
    },
    saveByHand(send) {
      clearTimeout(timer)
      timer = undefined
      return new Promise((resolve, reject) => {
        if (manual !== null || isStopped) return reject(new Error('Another save is under way'))
        manual = async () => {
          try {
            resolve(await send(wholeInput(fieldsOf(state.article), state.fields)))
            return true
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
            return false
          }
        }
        dispatch({ type: 'manualAsked' })
      })
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(retryTimer)
      listeners.clear()
    },
  }
}
