/**
 * The state of an edit page besides its notes: the fields on the screen, the last response of the server, and the save
 * queue. It knows neither React nor the network; the page passes in the two calls.
 *
 * A change is shown immediately and saved by the queue. A response becomes the new base; changes made in the meantime
 * stay on top of it. A failed save is kept and repeated by `retry` and by the next change; if the server was
 * unreachable or failing, it is also retried automatically with increasing delays.
 *
 * A save refused because someone else changed the same part (`draft_changed`) fetches the present state, merges and
 * saves again; see draft-paragraphs.ts and draft-conflicts.ts. State fetched while a save is in flight is held until
 * its response, which shows whether it includes the save. A response that arrives while the store is stopped is held
 * until it resumes.
 */
import {
  createSaveQueue,
  reduceSaveQueue,
  type SaveEvent,
  type SaveQueue,
} from '@knowreel/shared/article/save-queue.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import * as texts from '../texts.ts'
import {
  resendInput,
  initialFieldStates,
  resolveFields,
  editFields,
  confirmFields,
  rejectFields,
  markFieldsSent,
  hasConflict,
  hasUnconfirmed,
  reconcileFields,
  type ConflictChoices,
  type Conflicts,
} from './draft-conflicts.ts'
import { changedInput, toDraftFields, isChanged, paragraphsInput, fullInput } from './draft-fields.ts'
import type { DraftFields, DraftInput } from './draft-fields.ts'
import {
  initialParagraphs,
  resolveParagraphs,
  editParagraphs,
  confirmParagraphs,
  rejectParagraphs,
  markParagraphsSent,
  applyServerParagraphs,
  type DraftParagraphs,
} from './draft-paragraphs.ts'

export type DraftState = {
  readonly fields: DraftFields
  /** The server's last state, which local changes started from. */
  readonly base: DraftFields
  readonly article: Article
  /** Parts changed both here and elsewhere; `decide` chooses which side is kept. */
  readonly conflicts: Conflicts
  readonly queue: SaveQueue
  /** Something on the screen is not in the database yet. */
  readonly isUnsaved: boolean
  /** When the server last confirmed that everything was saved, in milliseconds. */
  readonly savedAt: number | null
  readonly failure: { readonly at: number; readonly error: unknown } | null
}

export type DraftStore = {
  subscribe: (listener: () => void) => () => void
  read: () => DraftState
  /** Shows the change immediately; saves it `delay` milliseconds after the last one. */
  edit: (change: Partial<DraftFields>, delay?: number) => void
  /** Adopts the server's present state underneath local changes. */
  applyResponse: (article: Article) => void
  /** Adopts all fields of the article and drops local changes. */
  replace: (article: Article) => void
  /** Ends conflicts: keeps one side of each named part and drops the other. */
  resolveConflicts: (choices: ConflictChoices) => void
  /** Saves immediately if something is unsaved and no save is in flight. */
  retry: () => void
  /** Runs a manual save after the one in flight; autosave pauses until it ends. */
  saveManually: <Result>(send: (input: DraftInput) => Promise<Result>) => Promise<Result>
  /** Sends nothing more: the page is left or the draft is gone. */
  stop: () => void
  /**
   * After `stop`: the page could not be left. Saves what is typed, after a failure with the delay of a retry; a save that
   * the server refused waits for the next change.
   */
  resume: () => void
}

type DraftStoreInput = {
  article: Article
  save: (input: DraftInput) => Promise<{ article: Article }>
  /** The draft as the server has it now. */
  load: () => Promise<Article>
  /** Called for every failed autosave, but only once for failures that the store retries automatically. */
  onFailure: (error: unknown) => void
  now?: () => number
}

const initialRetryMs = 1_000
const maxRetryMs = 15_000

/** The same request may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status === 429 || error.status >= 500)

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'draft_changed'

export const unresolvedMessage = texts.chooseWhichChangesToKeep

const noConflicts: Conflicts = { title: null, tags: null, paragraphs: null }

/** Keeps the same object while nothing changed: pages read it on every notification. */
const reuseIfEqual = (old: Conflicts, now: Conflicts): Conflicts =>
  old.title === now.title && old.tags === now.tags && old.paragraphs === now.paragraphs ? old : now

export function createDraftStore({ article, save, load, onFailure, now = Date.now }: DraftStoreInput): DraftStore {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryPauseMs = initialRetryMs
  let isFailureReported = false
  let manual: (() => Promise<boolean>) | null = null
  let isStopped = false
  let isStaleAgain = false
  /** Handles the response that arrived while the store was stopped; at most one save is in flight. */
  let heldResponse: (() => void) | null = null
  /** Sent by the last manual save that succeeded. */
  let sentManually: DraftFields | null = null
  /** Fetched while a save was in flight. */
  let waiting: Article | null = null
  const begun = toDraftFields(article)
  let paragraphs: DraftParagraphs = initialParagraphs(begun.paragraphs)
  let met = initialFieldStates
  let state: DraftState = {
    fields: begun,
    base: begun,
    article,
    conflicts: noConflicts,
    queue: createSaveQueue(),
    isUnsaved: false,
    savedAt: null,
    failure: null,
  }

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    const { mine, base, conflict, unconfirmed } = paragraphs
    const found = { title: met.title.conflict, tags: met.tags.conflict, paragraphs: conflict }
    if (hasConflict(found) || hasConflict(state.conflicts))
      state = { ...state, conflicts: reuseIfEqual(state.conflicts, found) }
    if (state.fields.paragraphs !== mine) state = { ...state, fields: { ...state.fields, paragraphs: mine } }
    if (state.base.paragraphs !== base) state = { ...state, base: { ...state.base, paragraphs: base } }
    const isUnsaved =
      hasConflict(found) || unconfirmed.length > 0 || hasUnconfirmed(met) || isChanged(state.base, state.fields)
    if (isUnsaved !== state.isUnsaved) state = { ...state, isUnsaved }
    for (const listener of listeners) listener()
  }

  const dispatch = (event: SaveEvent): void => {
    const { queue, effect } = reduceSaveQueue(state.queue, event)
    change({ queue })
    if (effect === 'save') void autosave()
    if (effect === 'manual') void runManual()
  }

  const rebase = (answered: Article): void => {
    // Responses can overtake one another.
    if (answered.updatedAt < state.article.updatedAt) return
    const theirs = toDraftFields(answered)
    const byWhom = answered.updatedByUser?.name ?? null
    paragraphs = applyServerParagraphs(paragraphs, theirs.paragraphs, byWhom)
    change({ article: answered, base: theirs, fields: meet(state.base, theirs, byWhom) })
  }

  const meet = (base: DraftFields, theirs: DraftFields, byWhom: string | null): DraftFields => {
    const meeting = reconcileFields(met, { base, mine: state.fields, theirs, savedBy: byWhom })
    met = meeting.met
    return meeting.fields
  }

  /** The merge base is what was sent, so that an older local change is not mistaken for a colleague's. */
  const settle = (sent: DraftFields, input: DraftInput, answered: Article): void => {
    const theirs = toDraftFields(answered)
    paragraphs = input.paragraphs
      ? confirmParagraphs(paragraphs, sent.paragraphs, theirs.paragraphs)
      : applyServerParagraphs(paragraphs, theirs.paragraphs)
    met = confirmFields(met)
    change({ article: answered, base: theirs, fields: meet(sent, theirs, null), savedAt: now(), failure: null })
  }

  const applyWaiting = (): void => {
    const read = waiting
    waiting = null
    if (read !== null) rebase(read)
  }

  const unlessStopped = (handle: () => void): void => {
    if (isStopped) heldResponse = handle
    else handle()
  }

  /** Undecided conflicts are not sent; an unanswered save is settled by sending again. */
  const inputOf = (make: typeof changedInput): DraftInput | null => {
    const { base, fields, conflicts } = state
    const input = make(base, {
      ...fields,
      title: conflicts.title ? base.title : fields.title,
      tags: conflicts.tags ? base.tags : fields.tags,
      paragraphs: conflicts.paragraphs ? base.paragraphs : fields.paragraphs,
    })
    const asked = conflicts.paragraphs === null && paragraphs.unconfirmed.length > 0 && paragraphsInput(base, fields)
    const again = resendInput(met, base, fields)
    return asked || again ? { ...input, ...again, ...asked } : input
  }

  const autosave = async (): Promise<void> => {
    const sent = state.fields
    const input = inputOf(changedInput)
    clearTimeout(retryTimer)
    if (input === null) return dispatch({ type: 'saved' })
    if (input.paragraphs) paragraphs = markParagraphsSent(paragraphs, sent.paragraphs)
    met = markFieldsSent(met, input)
    try {
      const answer = await save(input)
      unlessStopped(() => afterSaved(sent, input, answer.article))
    } catch (error) {
      unlessStopped(() => afterFailed(sent, input, error))
    }
  }

  const afterSaved = (sent: DraftFields, input: DraftInput, answered: Article): void => {
    settle(sent, input, answered)
    applyWaiting()
    retryPauseMs = initialRetryMs
    isFailureReported = false
    isStaleAgain = false
    dispatch({ type: 'saved' })
  }

  const afterFailed = (sent: DraftFields, input: DraftInput, error: unknown): void => {
    if (!isTransient(error)) {
      paragraphs = rejectParagraphs(paragraphs, sent.paragraphs)
      met = rejectFields(met, input)
    }
    applyWaiting()
    if (isStale(error)) void meetColleagues()
    else fail(error)
  }

  const fail = (error: unknown): void => {
    change({ failure: { at: now(), error } })
    const isKnown = isTransient(error) && isFailureReported
    isFailureReported = isTransient(error)
    dispatch({ type: 'failed' })
    if (isTransient(error)) retryLater()
    if (!isKnown) onFailure(error)
  }

  /** The save in flight was refused because others changed the same part: fetches the present state and saves again. */
  const meetColleagues = async (): Promise<void> => {
    try {
      const present = await load()
      unlessStopped(() => afterMeeting(present))
    } catch (error) {
      unlessStopped(() => fail(error))
    }
  }

  const afterMeeting = (present: Article): void => {
    rebase(present)
    change({ failure: null })
    dispatch({ type: 'failed' })
    if (isStaleAgain) retryLater()
    else retry()
    isStaleAgain = true
  }

  const runManual = async (): Promise<void> => {
    const { fields } = state
    const isSaved = (await manual?.()) ?? false
    manual = null
    if (isSaved) sentManually = fields
    unlessStopped(() => {
      applyWaiting()
      dispatch({ type: 'manualEnded', isSaved })
      if (!isSaved && state.isUnsaved) dispatch({ type: 'request' })
    })
  }

  /** Repeats the save if colleagues saved first and their changes can be merged with the local ones. */
  const sendAll = async <Result>(send: (input: DraftInput) => Promise<Result>): Promise<Result> => {
    if (hasConflict(state.conflicts)) throw new Error(unresolvedMessage)
    const input = inputOf(fullInput) ?? {}
    met = markFieldsSent(met, input)
    try {
      const result = await send(input)
      met = confirmFields(met)
      return result
    } catch (error) {
      if (!isTransient(error)) met = rejectFields(met, input)
      if (!isStale(error)) throw error
      rebase(await load())
      if (hasConflict(state.conflicts)) throw new Error(unresolvedMessage, { cause: error })
      return send(inputOf(fullInput) ?? {})
    }
  }

  const retry = (): void => {
    if (state.isUnsaved && state.queue.phase === 'idle') request()
  }

  const retryLater = (): void => {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(retry, retryPauseMs)
    retryPauseMs = Math.min(retryPauseMs * 2, maxRetryMs)
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
      if (fields.paragraphs) paragraphs = editParagraphs(paragraphs, fields.paragraphs)
      const edited = editFields(met, { ...state.fields, ...fields })
      met = edited.met
      change({ fields: edited.fields })
      clearTimeout(timer)
      if (delay === 0) request()
      else timer = setTimeout(request, delay)
    },
    applyResponse(answered) {
      if (isStopped) return
      if (state.queue.phase === 'idle') rebase(answered)
      else waiting = answered
    },
    replace(answered) {
      clearTimeout(timer)
      timer = undefined
      if (isStopped) return
      const fields = toDraftFields(answered)
      paragraphs = initialParagraphs(fields.paragraphs)
      met = initialFieldStates
      waiting = null
      change({ article: answered, base: fields, fields, savedAt: now(), failure: null })
    },
    resolveConflicts(choices) {
      if (isStopped) return
      if (choices.paragraphs) paragraphs = resolveParagraphs(paragraphs, choices.paragraphs)
      const decided = resolveFields(met, state.fields, choices)
      met = decided.met
      change({ fields: decided.fields })
      request()
    },
    retry() {
      retryPauseMs = initialRetryMs
      retry()
    },
    saveManually(send) {
      clearTimeout(timer)
      timer = undefined
      return new Promise((resolve, reject) => {
        if (manual !== null || isStopped) return reject(new Error('Another save is in progress'))
        manual = async () => {
          try {
            resolve(await sendAll(send))
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
    },
    resume() {
      if (!isStopped) return
      isStopped = false
      // The content of a published or discarded draft is not sent to it again. The response may replace the fields.
      const [handle, isSent] = [heldResponse, state.fields === sentManually]
      heldResponse = null
      handle?.()
      if (isSent) return
      if (state.failure === null) retry()
      else if (handle === null && isTransient(state.failure.error)) retryLater()
    },
  }
}
