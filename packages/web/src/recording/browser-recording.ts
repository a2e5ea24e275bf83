/** Records in this tab: the recorder with the browser's ports, the draft it is for, and the uploads of the page. */
import {
  browserClock,
  createRecording,
  createRecordingDraft,
  mediaEncoder,
  opfsSpool,
  type Recording,
  type RecordingDraft,
  type RecordingPhase,
  type RecordingProblem,
  type RecordingState,
  type SpooledRecording,
} from '@knowreel/recorder/capture/index.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { withUploads, type InsertPosition } from '../video/index.ts'
import { recordingStore, type NewRecording } from './recording-store.ts'
import * as texts from './texts.ts'

/** The spool's data for finishing a recording after a crash. */
type RecoveryContext = {
  readonly name: string
  readonly articleId: string | null
  readonly insert: InsertPosition | null
  /** Null for a recording that is inserted into an existing draft. */
  readonly draft: RecordingDraft | null
}

const spool = opfsSpool()

type Current = { readonly recording: Recording; readonly removeDraft: () => Promise<unknown> }
let current: Current | null = null
/** For the controls, which are shown only while something is recorded. */
export const currentRecording = (): Recording | null => current?.recording ?? null

export async function startBrowserRecording({ owner, capture, target }: NewRecording): Promise<void> {
  if (recordingStore.get() !== null) return capture.close()
  // The same id for all attempts: a retry after a lost response, or after a crash, finds the draft already created.
  const draft = target.kind === 'new' ? { ...target.draft, clientId: newId() } : null
  const context: RecoveryContext =
    target.kind === 'new'
      ? { name: target.draft.title, articleId: null, insert: null, draft }
      : { name: target.name, articleId: target.articleId, insert: target.position, draft }
  let articleId = context.articleId
  let isDiscarded = false
  let draftMade: Promise<void> | null = null
  let shownProblem: RecordingProblem | null = null

  const show = (state: RecordingState) =>
    recordingStore.setState(() => ({ state, articleId, isInserted: context.insert !== null }))
  const makeDraft = async () => {
    if (draft === null || target.kind !== 'new') return
    const article = await createDraft(draft, () => !isDiscarded)
    if (article === null) return
    articleId = article.id
    if (isDiscarded) return
    if (current?.recording === recording) show(recording.state())
    target.onDraft(article.shortId)
  }
  const removeDraft = async () => {
    isDiscarded = true
    await draftMade
    if (draft !== null && articleId !== null) await api.draft.remove({ params: { id: articleId } }).catch(handleError)
  }

  const recording = createRecording({
    clock: browserClock,
    spool,
    encode: mediaEncoder,
    onState(state) {
      if (state.problem !== shownProblem && state.problem !== null) showWarning(problemTexts[state.problem])
      shownProblem = state.problem
      if (shownPhases.has(state.phase)) return show(state)
      // From here the list of uploads shows it; the next recording may already have begun.
      if (current?.recording === recording) {
        current = null
        recordingStore.setState(() => null)
      }
      if (state.problem === 'nothingRecorded') void removeDraft()
    },
    upload: {
      async begin(facts, source) {
        const { id } = facts
        const { name, insert } = context
        await withUploads((uploads) => uploads.beginRecording({ facts, source, name, articleId, insert }))
        draftMade ??= makeDraft()
        void draftMade.then(async () => {
          if (draft === null || articleId === null || isDiscarded) return
          await spool.update(id, { context: { ...context, articleId } }).catch(() => undefined)
          await withUploads((uploads) => uploads.assign(id, articleId ?? ''))
        })
      },
      setMarks: (id, marks) => withUploads((uploads) => uploads.setMarks(id, marks)),
      async finish(id) {
        let isAccepted = false
        await withUploads(async (uploads) => void (isAccepted = await uploads.waitForAccept(id)))
        return isAccepted
      },
      cancel: (id) => withUploads((uploads) => uploads.abandon(id)),
    },
  })
  current = { recording, removeDraft }
  await recording.start({ owner, open: () => Promise.resolve(capture), context })
}

/** Deletes what was recorded, and the draft that was made for it. */
export async function discardRecording(): Promise<void> {
  const discarded = current
  await discarded?.recording.discard()
  await discarded?.removeDraft()
}

/** Sends the rest of a recording that was interrupted. Resolves to the id of its draft, or to null if it has none. */
export async function finishInterrupted({ id, context }: SpooledRecording): Promise<string | null> {
  const { draft, articleId } = context as RecoveryContext
  const article = draft === null ? null : await createDraft(draft, () => true)
  const target = article?.id ?? articleId
  if (target === null) return null
  await withUploads(async (uploads) => {
    await uploads.assign(id, target)
    await uploads.finishRecording(id)
  })
  return article?.shortId ?? target
}

const createDraft = (draft: NonNullable<RecoveryContext['draft']>, isWanted: () => boolean) =>
  createRecordingDraft(draft, {
    isWanted,
    save: async (body) => (await api.article.saveDraft({ params: { id: 'new' }, body })).article,
    readPersonalWorkspace: async () => (await api.user.me()).user.personalWorkspaceShortId,
    statusOf: (error) => (error instanceof ApiError ? error.status : null),
    onRefused: handleError,
  })

/** While the controls of a recording are on the screen. */
const shownPhases: ReadonlySet<RecordingPhase> = new Set(['asking', 'countingDown', 'recording', 'paused', 'stopping'])

const problemTexts = {
  refused: texts.refused,
  sourceGone: texts.sourceGone,
  noSpace: texts.noSpace,
  encoderFailed: texts.encoderFailed,
  nothingRecorded: texts.nothingRecorded,
  uploadFailed: texts.uploadFailed,
}
