/**
 * The uploads of recordings, for the extension: one while it is being made, and those that an earlier start of the
 * browser left. A recording is accepted only when its draft is known, and its spool is cleared only when the server has
 * processed it.
 */
import {
  acceptOutcome,
  createRecordingEntry,
  createUpload,
  fileSource,
  gatedSource,
  idleUpload,
  type Connection,
  type JournalEntry,
  type PartTransport,
  type UploadCalls,
  type UploadJournal,
  type UploadSource,
  type UploadState,
} from '../upload/index.ts'
import type { RecordingFacts, RecordingUpload, Spool, SpooledRecording } from './capture-ports.ts'

export type RecordingUploadItem = {
  readonly id: string
  readonly owner: string
  readonly startedAt: number
  /** The context of RecordingFacts. */
  readonly context: unknown
  /** Milliseconds in the spool; of a recording that was interrupted. */
  readonly elapsed: number
  readonly isLive: boolean
  /** It was interrupted, or has no draft yet: its author decides. */
  readonly isUnfinished: boolean
  readonly state: UploadState
}

type UploadPorts = {
  readonly spool: Spool
  readonly journal: UploadJournal
  readonly transport: PartTransport
  readonly connection: Connection
  readonly callsFor: (recording: { readonly owner: string; readonly context: unknown }) => UploadCalls
  readonly onChange: () => void
}

export type RecordingUploads = RecordingUpload & {
  items(): readonly RecordingUploadItem[]
  /** The draft of a recording exists. */
  assign(id: string, articleId: string): Promise<void>
  /** Resumes what earlier starts left to these owners. */
  restore(owners: readonly string[]): Promise<void>
  /** Sends the rest of a recording that was interrupted; its draft must have been assigned. */
  finishInterrupted(id: string): Promise<void>
  retry(id: string): Promise<void>
  /** Removes a finished upload from the list. */
  dismiss(id: string): void
}

type Work = {
  item: RecordingUploadItem
  entry: JournalEntry
  upload: ReturnType<typeof createUpload> | null
  readonly open: () => void
  readonly opened: Promise<void>
}

export function createRecordingUploads(ports: UploadPorts): RecordingUploads {
  const { spool, journal } = ports
  const works = new Map<string, Work>()
  const waiting = new Set<() => void>()

  const change = (id: string, to: Partial<RecordingUploadItem>) => {
    const work = works.get(id)
    if (work === undefined) return
    work.item = { ...work.item, ...to }
    for (const check of waiting) check()
    ports.onChange()
  }
  const add = (facts: RecordingFacts | SpooledRecording, entry: JournalEntry, isLive: boolean): Work => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    if (entry.articleId !== null) open()
    const { id, owner, startedAt, context } = facts
    const elapsed = 'elapsed' in facts ? facts.elapsed : 0
    const item = { id, owner, startedAt, context, elapsed, isLive, isUnfinished: false, state: idleUpload }
    const work: Work = { item, entry, upload: null, open, opened }
    works.set(id, work)
    ports.onChange()
    return work
  }
  const start = (work: Work, source: UploadSource) => {
    const { entry, item } = work
    work.upload = createUpload({
      ...ports,
      calls: ports.callsFor(item),
      source: gatedSource(source, work.opened),
      entry,
      onState: (state) => change(item.id, { state }),
    })
    void run(work)
  }
  const run = async ({ item: { id }, upload }: Work) => {
    const state = await upload?.run()
    if (state?.phase === 'finished') await spool.remove(id)
  }
  const update = async (id: string, change: Partial<Pick<JournalEntry, 'articleId' | 'marks' | 'hints'>>) => {
    const work = works.get(id)
    if (work === undefined) return
    work.entry = { ...work.entry, ...change }
    if (work.upload) await work.upload.updateEntry(change)
    else await journal.save(work.entry).catch(() => undefined)
  }
  const resume = async (recording: SpooledRecording, kept: JournalEntry | undefined) => {
    const articleId = kept?.articleId ?? null
    const entry = kept ?? createRecordingEntry(recording, { name: '', articleId, context: null })
    const work = add(recording, entry, false)
    const file = await spool.read(recording.id)
    if (file === null) {
      works.delete(recording.id)
      await journal.remove(recording.id).catch(() => undefined)
      return ports.onChange()
    }
    if (entry.acceptId !== null) return start(work, fileSource(file, ''))
    const state = { ...idleUpload, total: file.size }
    if (!recording.isWhole || articleId === null) return change(recording.id, { isUnfinished: true, state })
    await update(recording.id, { marks: recording.marks, hints: recording.hints })
    start(work, fileSource(file, ''))
  }

  return {
    items: () => [...works.values()].map(({ item }) => item),
    async begin(facts, source) {
      const entry = createRecordingEntry(facts, { name: '', articleId: null, context: null })
      const work = add(facts, entry, true)
      await journal.save(entry).catch(() => undefined)
      start(work, source)
    },
    async setMarks(id, marks, hints) {
      await update(id, { marks, hints })
      change(id, { isLive: false })
    },
    async assign(id, articleId) {
      await update(id, { articleId })
      works.get(id)?.open()
    },
    finish: (id) => {
      // It may have given up during hours of recording; what is left is sent all the same.
      const work = works.get(id)
      if (work?.item.state.canRetry) void run(work)
      return new Promise((resolve) => {
        const check = () => {
          const { phase } = works.get(id)?.item.state ?? { phase: 'cancelled' }
          const isAccepted = acceptOutcome(phase)
          if (isAccepted === null) return
          waiting.delete(check)
          resolve(isAccepted)
        }
        waiting.add(check)
        check()
      })
    },
    async cancel(id) {
      await works.get(id)?.upload?.cancel()
      works.delete(id)
      await journal.remove(id).catch(() => undefined)
      await spool.remove(id)
      for (const check of waiting) check()
      ports.onChange()
    },
    async restore(owners) {
      for (const owner of owners) {
        const entries = await journal.list(owner).catch(() => [])
        const recordings = await spool.list(owner).catch(() => [])
        for (const recording of recordings) {
          if (!works.has(recording.id))
            await resume(
              recording,
              entries.find(({ id }) => id === recording.id),
            )
        }
        for (const { id } of entries) if (!works.has(id)) await journal.remove(id).catch(() => undefined)
      }
    },
    async finishInterrupted(id) {
      const work = works.get(id)
      const recording = (await spool.list(work?.item.owner ?? '')).find((one) => one.id === id)
      const file = await spool.read(id)
      if (work === undefined || recording === undefined || file === null || work.upload !== null) return
      await spool.update(id, { isWhole: true })
      await update(id, { marks: recording.marks, hints: recording.hints })
      change(id, { isUnfinished: false })
      start(work, fileSource(file, ''))
    },
    async retry(id) {
      const work = works.get(id)
      if (work?.upload) void run(work)
    },
    dismiss(id) {
      if (works.get(id)?.item.state.phase === 'finished') works.delete(id)
      ports.onChange()
    },
  }
}
