/**
 * Records: one recording at a time, and the uploads of this and earlier ones. It lives in the offscreen document, which
 * continues while the service worker sleeps and while tabs are closed.
 */
import {
  browserClock,
  createRecording,
  createRecordingDraft,
  createRecordingUploads,
  mediaEncoder,
  opfsSpool,
  type RecordingDraft,
  type RecordingPhase,
  type RecordingState,
  type RecordingUploadItem,
} from '@knowreel/recorder/capture/index.ts'
import { browserConnection, browserJournal, browserTransport } from '@knowreel/recorder/upload/index.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { CallError, readMe, removeDraft, saveDraft, uploadCalls } from '../api.ts'
import { listInstallations, ownerOf, type Installation } from '../installations.ts'
import { idleHost, type HostCommand, type HostState, type StartRequest, type UploadView } from '../messages.ts'
import { openCapture } from './open-capture.ts'

/** The spool's data for finishing a recording after a crash. */
type RecoveryContext = {
  readonly origin: string
  readonly companyId: string
  readonly draft: RecordingDraft
  /** The draft exists already; null once a page has received the recording and inserts it. */
  readonly insertAt?: number | null
  readonly articleId: string | null
  readonly shortId: string | null
}

type HostPorts = {
  readonly onState: (state: HostState) => void
  /** The recording has ended and its draft exists. */
  readonly onDraftReady: (origin: string, shortId: string) => void
}

const activePhases: ReadonlySet<RecordingPhase> = new Set(['asking', 'countingDown', 'recording', 'paused', 'stopping'])

/** Two frames of a slow page. */
const settleMs = 150

type Current = {
  readonly request: StartRequest
  readonly installation: Installation
  context: RecoveryContext
  draftMade: Promise<void> | null
  isDiscarded: boolean
  isShown: boolean
}

export function createRecorderHost({ onState, onDraftReady }: HostPorts) {
  const spool = opfsSpool()
  let current: Current | null = null
  /** By id of the recording: what is known of its draft now. */
  const contexts = new Map<string, RecoveryContext>()
  /** By id of the recording, in milliseconds. */
  const durations = new Map<string, number>()

  const findInstallation = async (owner: string, origin: string): Promise<Installation> => {
    const found = (await listInstallations()).find((one) => one.origin === origin && ownerOf(one) === owner)
    if (found === undefined) throw new CallError('This installation is not connected', null, null)
    return found
  }
  const uploads = createRecordingUploads({
    spool,
    journal: browserJournal(),
    transport: browserTransport,
    connection: browserConnection,
    callsFor: ({ owner, context }) => uploadCalls(() => findInstallation(owner, (context as RecoveryContext).origin)),
    onChange: () => show(),
  })

  const recording = createRecording({
    clock: browserClock,
    spool,
    encode: mediaEncoder,
    onState: (state) => {
      if (state.facts !== null) durations.set(state.facts.id, recording.elapsed())
      // A recording in which nothing was recorded leaves no draft.
      if (state.problem === 'nothingRecorded') void discardDraft(current)
      show()
      if (state.phase === 'stopping' && state.facts !== null) openDraft(current)
    },
    upload: {
      ...uploads,
      async begin(facts, source) {
        const begun = current
        await uploads.begin(facts, source)
        if (begun === null) return
        contexts.set(facts.id, begun.context)
        const { articleId } = begun.context
        if (begun.request.target.insert !== null && articleId !== null) return uploads.assign(facts.id, articleId)
        begun.draftMade ??= makeDraft(begun)
        void begun.draftMade.then(() => assignDraft(facts.id, begun))
      },
      async cancel(id) {
        contexts.delete(id)
        await uploads.cancel(id)
      },
    },
  })

  const show = () => onState(describe(recording.state()))
  const describe = (state: RecordingState): HostState => {
    const { phase, countdown, marks, problem, notice, facts } = state
    const views = uploads.items().map((item) => ({
      ...viewOf(item, contexts.get(item.id)),
      elapsed: item.isLive || item.elapsed === 0 ? (durations.get(item.id) ?? item.elapsed) : item.elapsed,
    }))
    if (current === null) return { ...idleHost, phase, problem, uploads: views }
    const { request, context } = current
    const { choices, tab, tabId } = request
    const hasBubble = tab !== null && choices.hasCamera
    return {
      phase,
      countdown,
      elapsed: recording.elapsed(),
      marks: marks.length,
      problem,
      notice,
      recordingId: facts?.id ?? null,
      tabId,
      origin: context.origin,
      companyId: context.companyId,
      articleId: context.articleId,
      shortId: context.shortId,
      isInserted: request.target.insert !== null,
      bubble: hasBubble ? { cameraId: choices.cameraId, size: choices.bubble.size } : null,
      uploads: views,
    }
  }

  const openDraft = (ended: Current | null) => {
    if (ended === null || ended.isShown || ended.context.shortId === null) return
    ended.isShown = true
    onDraftReady(ended.context.origin, ended.context.shortId)
  }
  const makeDraft = async (begun: Current) => {
    const article = await createDraft(begun.installation, begun.context.draft, () => !begun.isDiscarded)
    if (article === null) return
    begun.context = { ...begun.context, articleId: article.id, shortId: article.shortId }
    const { phase } = recording.state()
    if (current === begun && (phase === 'stopping' || !activePhases.has(phase))) openDraft(begun)
    show()
  }
  const assignDraft = async (id: string, { context, isDiscarded }: Current) => {
    if (context.articleId === null || isDiscarded) return
    contexts.set(id, context)
    await spool.update(id, { context }).catch(() => undefined)
    await uploads.assign(id, context.articleId)
  }
  const discardDraft = async (discarded: Current | null) => {
    if (discarded === null || discarded.request.target.insert !== null) return
    discarded.isDiscarded = true
    await discarded.draftMade
    const { articleId } = discarded.context
    if (articleId !== null) await removeDraft(discarded.installation, articleId).catch(() => undefined)
  }

  const start = async (request: StartRequest) => {
    if (activePhases.has(recording.state().phase)) return
    const { target } = request
    const installation = (await listInstallations()).find(({ origin }) => origin === target.origin)
    if (installation === undefined) return
    const workspace = target.workspace ?? installation.personalWorkspace ?? ''
    const draft = { clientId: newId(), title: target.title, workspace, tags: target.tags }
    const { origin, companyId } = installation
    const { insert } = target
    const articleId = insert?.articleId ?? null
    const context = { origin, companyId, draft, articleId, shortId: articleId, insertAt: insert?.at ?? null }
    current = { request, installation, context, draftMade: null, isDiscarded: false, isShown: false }
    await recording.start({ owner: ownerOf(installation), open: () => openCapture(request), context, settleMs })
  }
  const finish = async (id: string) => {
    const item = uploads.items().find((one) => one.id === id)
    if (item === undefined) return
    const context = contexts.get(id) ?? (item.context as RecoveryContext)
    if (typeof context.insertAt === 'number' && context.articleId !== null) {
      await uploads.assign(id, context.articleId)
      await uploads.finishInterrupted(id)
      return onDraftReady(context.origin, context.articleId)
    }
    const installation = await findInstallation(item.owner, context.origin)
    const article = await createDraft(installation, context.draft, () => true)
    if (article === null) return
    const made = { ...context, articleId: article.id, shortId: article.shortId }
    contexts.set(id, made)
    await spool.update(id, { context: made }).catch(() => undefined)
    await uploads.assign(id, article.id)
    await uploads.finishInterrupted(id)
    onDraftReady(made.origin, article.shortId)
  }
  const restore = async () => {
    await uploads.restore((await listInstallations()).map(ownerOf))
    show()
  }
  /**
   * Awaited before a state is shown: without the interrupted recordings, it would read as if nothing had been recorded.
   */
  const restored = restore().catch(() => undefined)

  const run: { readonly [Type in HostCommand['type']]: (command: Extract<HostCommand, { type: Type }>) => unknown } = {
    start: ({ request }) => start(request),
    startNow: () => recording.startNow(),
    pause: () => recording.pause(),
    resume: () => recording.resume(),
    restart: () => recording.restart(),
    async discard() {
      const discarded = current
      const { phase, facts } = recording.state()
      await recording.discard()
      // It was being stopped already: what is left of it must not be sent to a draft that is gone.
      if (facts !== null && (phase === 'stopping' || !activePhases.has(phase))) await uploads.cancel(facts.id)
      await discardDraft(discarded)
      if (current === discarded) current = null
      show()
    },
    stop: () => recording.stop(),
    dismiss() {
      recording.dismiss()
      if (recording.state().phase === 'idle') current = null
      show()
    },
    mark: ({ title }) => current?.request.target.insert === null && recording.mark(title),
    nameMark: ({ title }) => recording.nameLastMark(title),
    hint: ({ hint }) => recording.addHint(hint),
    getState: () => undefined,
    reload: restore,
    finish: ({ id }) => finish(id),
    retry: ({ id }) => uploads.retry(id),
    async delete({ id }) {
      const item = uploads.items().find((one) => one.id === id)
      const context = contexts.get(id) ?? (item?.context as RecoveryContext | undefined)
      contexts.delete(id)
      await uploads.cancel(id)
      if (item === undefined || context === undefined || context.articleId === null) return
      if (typeof context.insertAt === 'number') return
      // Its author may have written notes in it.
      const installation = await findInstallation(item.owner, context.origin)
      await saveDraft(installation, context.articleId, { isNotUploadedVideo: false })
    },
    dismissUpload: ({ id }) => uploads.dismiss(id),
    async received({ id }) {
      const item = uploads.items().find((one) => one.id === id)
      const context = contexts.get(id) ?? (item?.context as RecoveryContext | undefined)
      if (context === undefined) return
      contexts.set(id, { ...context, insertAt: null })
      await spool.update(id, { context: { ...context, insertAt: null } }).catch(() => undefined)
      show()
    },
    articleChanged({ from, to }) {
      // The uploads of an earlier start have no context here yet.
      for (const { id, context: spooled } of uploads.items()) {
        const context = contexts.get(id) ?? (spooled as RecoveryContext)
        if (context.articleId !== from && context.shortId !== from) continue
        const changed = { ...context, [context.articleId === from ? 'articleId' : 'shortId']: to }
        contexts.set(id, changed)
        void spool.update(id, { context: changed }).catch(() => undefined)
        if (context.articleId === from) void uploads.assign(id, to)
      }
      show()
    },
  }
  return {
    /** Carries a command out; resolves to the state right after it was accepted, not to its end. */
    async handle(command: HostCommand): Promise<HostState> {
      await restored
      const carriedOut = (run[command.type] as (command: HostCommand) => unknown)(command)
      if (carriedOut instanceof Promise) carriedOut.catch(() => show())
      if (command.type === 'finish' || command.type === 'delete' || command.type === 'discard') await carriedOut
      return describe(recording.state())
    },
  }
}

const createDraft = (installation: Installation, draft: RecordingDraft, isWanted: () => boolean) =>
  createRecordingDraft(draft, {
    isWanted,
    save: async (body) => (await saveDraft(installation, 'new', body)).article,
    readPersonalWorkspace: async () => (await readMe(installation)).user.personalWorkspaceShortId,
    statusOf: (error) => (error instanceof CallError ? error.status : null),
    onRefused: () => undefined,
  })

function viewOf(item: RecordingUploadItem, known: RecoveryContext | undefined): UploadView {
  const { origin, companyId, draft, articleId, shortId, insertAt = null } = known ?? (item.context as RecoveryContext)
  const { id, startedAt, elapsed, isUnfinished, isLive, state } = item
  const { phase, sent, total, acceptId, message, canRetry } = state
  const where = { id, title: draft.title, origin, companyId, articleId, shortId, insertAt, startedAt, elapsed }
  return { ...where, isUnfinished, isLive, phase, sent, total, acceptId, message, canRetry }
}
