/**
 * The state of an edit page beside its notes: the fields as they stand on the screen, what the server last answered, and
 * the queue that saves. It knows neither React nor the network; the page gives it the two calls.
 *
 * A change is shown at once and saved by the queue. An answer becomes the new base; what was changed here meanwhile stays
 * on top of it. A save that fails is kept and tried again by `retry` and by the next change; where the server could not be
 * reached or was in trouble, also by itself, after pauses that grow.
 *
 * A save that is refused because somebody else changed the same (`draft_changed`) reads what is there now, merges, and goes
 * again; see draft-paragraphs.ts and draft-conflicts.ts. What is read while a save is in flight waits for its answer, which tells whether it is in it.
 */
import { newSaveQueue, stepSaveQueue, type SaveEvent, type SaveQueue } from '@knowreel/shared/article/save-queue.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError } from '../platform/api/api-error.ts'
import {
  askAgain,
  beginFields,
  decideFields,
  editFields,
  fieldsAnswered,
  fieldsRefused,
  fieldsSent,
  hasConflict,
  hasUnanswered,
  meetFields,
  type Choices,
  type Conflicts,
} from './draft-conflicts.ts'
import { changedInput, fieldsOf, isChanged, paragraphsInput, wholeInput } from './draft-fields.ts'
import type { DraftFields, DraftInput } from './draft-fields.ts'
import {
  beginParagraphs,
  decideParagraphs,
  editParagraphs,
  paragraphsAnswered,
  paragraphsRefused,
  paragraphsSent,
  takeParagraphs,
  type DraftParagraphs,
} from './draft-paragraphs.ts'

export type DraftState = {
  readonly fields: DraftFields
  /** As the server last gave them: what the changes here began with. */
  readonly base: DraftFields
  readonly article: Article
  /** What was changed here and elsewhere at once: whose is kept has to be chosen, by `decide`. */
  readonly conflicts: Conflicts
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
  /** Ends conflicts: of each part named one side is kept, the other goes. */
  decide: (choices: Choices) => void
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
  /** The draft as the server has it now. */
  load: () => Promise<Article>
  /** Told of every failed autosave, but once only of trouble that the store tries to get over by itself. */
  onFailure: (error: unknown) => void
  now?: () => number
}

const firstPauseMs = 1_000
const lastPauseMs = 15_000

/** The same request may well be taken a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === null || error.status >= 500)

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'draft_changed'

export const undecided = 'Choose first which changes are kept'

const noConflicts: Conflicts = { title: null, tags: null, paragraphs: null }

/** The same object while nothing changed: pages ask at every message. */
const sameOrNew = (old: Conflicts, now: Conflicts): Conflicts =>
  old.title === now.title && old.tags === now.tags && old.paragraphs === now.paragraphs ? old : now

export function createDraftStore({ article, save, load, onFailure, now = Date.now }: DraftStoreInput): DraftStore {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let retryPauseMs = firstPauseMs
  let isTroubleTold = false
  let manual: (() => Promise<boolean>) | null = null
  let isStopped = false
  let isStaleAgain = false
  /** Read while a save was in flight. */
  let waiting: Article | null = null
  const begun = fieldsOf(article)
  let paragraphs: DraftParagraphs = beginParagraphs(begun.paragraphs)
  let met = beginFields
  let state: DraftState = {
    fields: begun,
    base: begun,
    article,
    conflicts: noConflicts,
    queue: newSaveQueue(),
    isUnsaved: false,
    savedAt: null,
    failure: null,
  }

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    const { mine, base, conflict, unanswered } = paragraphs
    const found = { title: met.title.conflict, tags: met.tags.conflict, paragraphs: conflict }
    if (hasConflict(found) || hasConflict(state.conflicts))
      state = { ...state, conflicts: sameOrNew(state.conflicts, found) }
    if (state.fields.paragraphs !== mine) state = { ...state, fields: { ...state.fields, paragraphs: mine } }
    if (state.base.paragraphs !== base) state = { ...state, base: { ...state.base, paragraphs: base } }
    const isUnsaved =
      hasConflict(found) || unanswered.length > 0 || hasUnanswered(met) || isChanged(state.base, state.fields)
    if (isUnsaved !== state.isUnsaved) state = { ...state, isUnsaved }
    for (const listener of listeners) listener()
  }

  const dispatch = (event: SaveEvent): void => {
    const { queue, effect } = stepSaveQueue(state.queue, event)
    change({ queue })
    if (effect === 'save') void autosave()
    if (effect === 'manual') void runManual()
  }

  const rebase = (answered: Article): void => {
    // Answers can overtake one another.
    if (answered.updatedAt < state.article.updatedAt) return
    const theirs = fieldsOf(answered)
    const byWhom = answered.updatedByUser?.name ?? null
    paragraphs = takeParagraphs(paragraphs, theirs.paragraphs, byWhom)
    change({ article: answered, base: theirs, fields: meet(state.base, theirs, byWhom) })
  }

  const meet = (base: DraftFields, theirs: DraftFields, byWhom: string | null): DraftFields => {
    const meeting = meetFields(met, { base, mine: state.fields, theirs, byWhom })
    met = meeting.met
    return meeting.fields
  }

  /** Under the answer lies what was sent, so that an older change from here is not taken for one of somebody else. */
  const settle = (sent: DraftFields, input: DraftInput, answered: Article): void => {
    const theirs = fieldsOf(answered)
    paragraphs = input.paragraphs
      ? paragraphsAnswered(paragraphs, sent.paragraphs, theirs.paragraphs)
      : takeParagraphs(paragraphs, theirs.paragraphs)
    met = fieldsAnswered(met)
    change({ article: answered, base: theirs, fields: meet(sent, theirs, null), savedAt: now(), failure: null })
  }

  const takeWaiting = (): void => {
    const read = waiting
    waiting = null
    if (read !== null && !isStopped) rebase(read)
  }

  /** What people have to choose from stays here; whether what was not answered arrived is asked by sending again. */
  const inputOf = (make: typeof changedInput): DraftInput | null => {
    const { base, fields, conflicts } = state
    const input = make(base, {
      ...fields,
      title: conflicts.title ? base.title : fields.title,
      tags: conflicts.tags ? base.tags : fields.tags,
      paragraphs: conflicts.paragraphs ? base.paragraphs : fields.paragraphs,
    })
    const asked = conflicts.paragraphs === null && paragraphs.unanswered.length > 0 && paragraphsInput(base, fields)
    const again = askAgain(met, base, fields)
    return asked || again ? { ...input, ...again, ...asked } : input
  }

  const autosave = async (): Promise<void> => {
    const sent = state.fields
    const input = inputOf(changedInput)
    clearTimeout(retryTimer)
    if (input === null) return dispatch({ type: 'saved' })
    if (input.paragraphs) paragraphs = paragraphsSent(paragraphs, sent.paragraphs)
    met = fieldsSent(met, input)
    try {
      const answer = await save(input)
      if (isStopped) return
      settle(sent, input, answer.article)
      takeWaiting()
      retryPauseMs = firstPauseMs
      isTroubleTold = false
      isStaleAgain = false
      dispatch({ type: 'saved' })
    } catch (error) {
      if (isStopped) return
      if (!isPassing(error)) {
        paragraphs = paragraphsRefused(paragraphs, sent.paragraphs)
        met = fieldsRefused(met, input)
      }
      takeWaiting()
      if (isStale(error)) return meetColleagues()
      fail(error)
    }
  }

  const fail = (error: unknown): void => {
    change({ failure: { at: now(), error } })
    const isTold = isPassing(error) && isTroubleTold
    isTroubleTold = isPassing(error)
    dispatch({ type: 'failed' })
    if (isPassing(error)) retryLater()
    if (!isTold) onFailure(error)
  }

  /** The save in flight was refused since others changed the same: reads what is there and goes again. */
  const meetColleagues = async (): Promise<void> => {
    try {
      const present = await load()
      if (isStopped) return
      rebase(present)
      change({ failure: null })
      dispatch({ type: 'failed' })
      if (isStaleAgain) retryLater()
      else retry()
      isStaleAgain = true
    } catch (error) {
      if (!isStopped) fail(error)
    }
  }

  const runManual = async (): Promise<void> => {
    const isSaved = (await manual?.()) ?? false
    manual = null
    if (isStopped) return
    takeWaiting()
    dispatch({ type: 'manualEnded', isSaved })
    if (!isSaved && state.isUnsaved) dispatch({ type: 'request' })
  }

  /** Once more where colleagues were quicker and what they changed goes together with what was changed here. */
  const sendAll = async <Result>(send: (input: DraftInput) => Promise<Result>): Promise<Result> => {
    if (hasConflict(state.conflicts)) throw new Error(undecided)
    const input = inputOf(wholeInput) ?? {}
    met = fieldsSent(met, input)
    try {
      const result = await send(input)
      met = fieldsAnswered(met)
      return result
    } catch (error) {
      if (!isPassing(error)) met = fieldsRefused(met, input)
      if (!isStale(error)) throw error
      rebase(await load())
      if (hasConflict(state.conflicts)) throw new Error(undecided, { cause: error })
      return send(inputOf(wholeInput) ?? {})
    }
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
      if (fields.paragraphs) paragraphs = editParagraphs(paragraphs, fields.paragraphs)
      const edited = editFields(met, { ...state.fields, ...fields })
      met = edited.met
      change({ fields: edited.fields })
      clearTimeout(timer)
      if (delay === 0) request()
      else timer = setTimeout(request, delay)
    },
    takeAnswer(answered) {
      if (isStopped) return
      if (state.queue.phase === 'idle') rebase(answered)
      else waiting = answered
    },
    replace(answered) {
      clearTimeout(timer)
      timer = undefined
      if (isStopped) return
      const fields = fieldsOf(answered)
      paragraphs = beginParagraphs(fields.paragraphs)
      met = beginFields
      waiting = null
      change({ article: answered, base: fields, fields, savedAt: now(), failure: null })
    },
    decide(choices) {
      if (isStopped) return
      if (choices.paragraphs) paragraphs = decideParagraphs(paragraphs, choices.paragraphs)
      const decided = decideFields(met, state.fields, choices)
      met = decided.met
      change({ fields: decided.fields })
      request()
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
      listeners.clear()
    },
  }
}
