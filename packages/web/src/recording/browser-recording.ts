/** Records in this tab: the recorder with the browser's ports, the draft it is for, and the uploads of the page. */
import {
  createRecording,
  mediaEncoder,
  opfsSpool,
  type Recording,
  type RecordingState,
  type SpooledRecording,
} from '@knowreel/recorder/capture/index.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { withUploads } from '../video/index.ts'
import { recordingStore, type NewRecording, type RecordingDraft } from './recording-store.ts'
import * as texts from './texts.ts'

/** What the spool keeps to finish a recording after a crash. */
type KeptContext = {
  readonly name: string
  readonly articleId: string | null
  readonly clientId: string
  readonly draft: RecordingDraft
}

const spool = opfsSpool()
const draftRetryMs = 3000

let recording: Recording | null = null
/** For the controls, which are shown only while something is recorded. */
export const currentRecording = (): Recording | null => recording

export async function startBrowserRecording({ owner, capture, draft, onDraft }: NewRecording): Promise<void> {
  if (recordingStore.get() !== null) return capture.close()
  // The same for all attempts: a retry after a lost response, or after a crash, finds the draft already created.
  const clientId = newId()
  const started = { draft: null as Promise<string | null> | null, articleId: null as string | null }
  const context: KeptContext = { name: draft.title, articleId: null, clientId, draft }

  const makeDraft = async (): Promise<string | null> => {
    const article = await createDraft(clientId, draft, () => recording === made)
    if (article === null) return null
    started.articleId = article.id
    onDraft(article.shortId)
    show(made.state())
    return article.id
  }
  const show = (state: RecordingState) => {
    recordingStore.setState(() => ({ state, articleId: started.articleId }))
  }

  const made = createRecording({
    clock: browserClock,
    spool,
    encode: mediaEncoder,
    onState: (state) => {
      show(state)
      if (state.phase !== 'uploading' && state.phase !== 'error' && state.phase !== 'idle') return
      // From here the list of uploads shows it.
      recording = null
      recordingStore.setState(() => null)
      if (state.problem !== null) showWarning(problemTexts[state.problem])
    },
    upload: {
      async begin(facts, source) {
        const { title: name } = draft
        await withUploads((uploads) => uploads.beginRecording({ facts, source, name, articleId: started.articleId }))
        const { id } = facts
        started.draft ??= makeDraft()
        void started.draft.then(async (articleId) => {
          if (articleId === null) return
          await spool.update(id, { context: { ...context, articleId } }).catch(() => undefined)
          await withUploads((uploads) => uploads.assign(id, articleId))
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
  recording = made
  await made.start({ owner, open: () => Promise.resolve(capture), context })
}

/** Deletes what was recorded, and the draft that was made for it. */
export async function discardRecording(): Promise<void> {
  const articleId = recordingStore.get()?.articleId ?? null
  await recording?.discard()
  if (articleId !== null) await api.draft.remove({ params: { id: articleId } }).catch(handleError)
}

/** Sends the rest of a recording that was interrupted. Resolves to the short id of its draft. */
export async function finishInterrupted({ id, context: kept }: SpooledRecording): Promise<string | null> {
  const context = kept as KeptContext
  const article = await createDraft(context.clientId, context.draft, () => true)
  if (article === null) return null
  await withUploads(async (uploads) => {
    await uploads.assign(id, article.id)
    await uploads.finishRecording(id)
  })
  return article.shortId
}

/**
 * Tries until the server answers, because the recording goes on without it. If the workspace can not be used any more,
 * the draft goes to the personal one.
 */
async function createDraft(clientId: string, draft: RecordingDraft, isWanted: () => boolean) {
  let { workspace } = draft
  while (isWanted()) {
    try {
      const body = { clientId, title: draft.title, workspace, tags: [...draft.tags], isNotUploadedVideo: true }
      return (await api.article.saveDraft({ params: { id: 'new' }, body })).article
    } catch (error) {
      const isRefused =
        error instanceof ApiError &&
        error.status !== null &&
        error.status >= 400 &&
        error.status < 500 &&
        error.status !== 429
      if (isRefused) {
        const { user } = await api.user.me()
        const personal = user.personalWorkspaceShortId
        if (personal === null || workspace === personal) {
          handleError(error)
          return null
        }
        workspace = personal
      } else await new Promise((resolve) => setTimeout(resolve, draftRetryMs))
    }
  }
  return null
}

const problemTexts = {
  refused: texts.refused,
  sourceGone: texts.sourceGone,
  noSpace: texts.noSpace,
  encoderFailed: texts.encoderFailed,
  nothingRecorded: texts.nothingRecorded,
  uploadFailed: texts.uploadFailed,
}

const browserClock = {
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    }),
}
