/**
 * The uploads of a page: started here, or left by an earlier page of the same person in the same company.
 *
 * One tab holds the lock of an upload from start to end, also while it is paused; other tabs show this and take over
 * when that tab is closed. Everything needed to resume is written to the journal before it is needed, so a page may end
 * at any moment. This module does not depend on React, and on the browser only through its ports.
 */
import {
  acceptOutcome,
  createUpload,
  fileSource,
  gatedSource,
  isSameFile,
  createJournalEntry,
  createRecordingEntry,
  pausedUpload,
  type Connection,
  type JournalEntry,
  type Release,
  type PartTransport,
  type Upload,
  type UploadCalls,
  type UploadJournal,
  type UploadSource,
} from '@knowreel/recorder/upload/index.ts'
import type { RecordingFacts, Spool } from '@knowreel/recorder/capture/index.ts'
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { PersistedFiles } from './persisted-files.ts'
import * as texts from './texts.ts'
import {
  initialContext,
  parseContext,
  parseRecordingContext,
  type InsertPosition,
  type UploadContext,
  type UploadItem,
} from './upload-item.ts'

export type UploadDependencies = {
  /** Account and company. */
  readonly owner: string
  readonly calls: UploadCalls
  readonly transport: PartTransport
  readonly journal: UploadJournal
  readonly connection: Connection
  readonly files: PersistedFiles
  /** The recordings made in this browser. */
  readonly spool: Pick<Spool, 'list' | 'read' | 'update' | 'remove'>
  /** Null if another tab holds the lock; with `isPatient` it waits for that tab. */
  readonly acquireLock: (id: string, options?: { isPatient?: boolean; signal?: AbortSignal }) => Promise<Release | null>
  /** The upload of a draft's own recording was cancelled. */
  readonly onCancelled: (articleId: string) => Promise<void>
}

export type NewUpload = ChosenFile & {
  /** Null: set later with `assign`. Until then the bytes are sent but not accepted. */
  readonly articleId: string | null
  readonly insert?: InsertPosition | null
}

export type NewRecording = {
  readonly facts: RecordingFacts
  readonly source: UploadSource
  readonly name: string
  /** Null: set later with `assign`. */
  readonly articleId: string | null
  readonly insert: InsertPosition | null
}

export type UploadManager = {
  readonly owner: string
  items(): readonly UploadItem[]
  subscribe(listener: () => void): () => void
  /** Returns its id. */
  begin(upload: NewUpload): Promise<string>
  assign(id: string, articleId: string): Promise<void>
  /** Sends a recording while it is being made. */
  beginRecording(recording: NewRecording): Promise<void>
  /** Where the paragraphs of a recording begin; before its last chunk is sent. */
  setMarks(id: string, marks: readonly RecordingMark[]): Promise<void>
  /** Resolves, once all bytes are sent, to whether the server has the recording. */
  waitForAccept(id: string): Promise<boolean>
  /** Sends the rest of a recording that was interrupted. */
  finishRecording(id: string): Promise<void>
  pause(id: string): Promise<void>
  /** Resumes after a pause, a failure or a restart; within a click it may prompt for permission. */
  resume(id: string): Promise<void>
  /** For an upload whose file must be chosen again. */
  provideFile(id: string, chosen: ChosenFile): Promise<void>
  cancel(id: string): Promise<void>
  /** Deletes an upload whose draft still waits for another. */
  abandon(id: string): Promise<void>
  /** Removes a finished upload from the list. */
  dismiss(id: string): Promise<void>
  /** Finds and resumes the uploads of earlier pages. */
  restore(): Promise<void>
  /** Stops all uploads of this page; the journal stays. */
  close(): void
}

type ActiveUpload = {
  entry: JournalEntry
  upload: Upload | null
  release: Release | null
  readonly open: () => void
  readonly opened: Promise<void>
  readonly ending: AbortController
}

export function createUploadManager(dependencies: UploadDependencies): UploadManager {
  const { owner, journal, files, spool } = dependencies
  const works = new Map<string, ActiveUpload>()
  const listeners = new Set<() => void>()
  let items: readonly UploadItem[] = []
  let isClosed = false

  const show = (next: readonly UploadItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const change = (id: string, to: Partial<UploadItem>) =>
    show(items.map((item) => (item.id === id ? { ...item, ...to } : item)))

  const add = (entry: JournalEntry, release: Release | null, hold: UploadItem['blocker']): ActiveUpload => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const work: ActiveUpload = { entry, upload: null, release, open, opened, ending: new AbortController() }
    if (entry.articleId !== null) open()
    works.set(entry.id, work)
    const context = parseContext(entry.context)
    const sent = entry.parts.reduce((sum, { size }) => sum + size, 0)
    const item: UploadItem = {
      id: entry.id,
      name: entry.name,
      size: entry.size ?? 0,
      articleId: entry.articleId,
      context,
      state: pausedUpload(Math.max(sent, context.sent), entry.size ?? 0),
      blocker: hold,
      isLive: false,
      isFilePersisted: entry.handle !== null || isRecording(entry),
      fileError: null,
    }
    show([...items.filter(({ id }) => id !== entry.id), item])
    return work
  }

  const remove = (id: string) => {
    const work = works.get(id)
    work?.ending.abort()
    work?.release?.()
    works.delete(id)
    show(items.filter((item) => item.id !== id))
  }

  const dismiss = async (id: string) => {
    remove(id)
    await journal.remove(id).catch(() => undefined)
    await files.remove(id)
    await spool.remove(id)
  }
  const abandon = async (id: string) => {
    await works.get(id)?.upload?.cancel()
    await dismiss(id)
  }

  const describe = async (id: string, change: Partial<Pick<JournalEntry, 'articleId' | 'context' | 'marks'>>) => {
    const work = works.get(id)
    if (!work) return
    work.entry = { ...work.entry, ...change }
    if (work.upload) await work.upload.updateEntry(change)
    else await journal.save(work.entry).catch(() => undefined)
  }
  const setPaused = async (id: string, isPaused: boolean) => {
    const item = items.find((one) => one.id === id)
    if (!item || item.context.isPaused === isPaused) return
    const context: UploadContext = { ...item.context, isPaused, sent: isPaused ? item.state.sent : 0 }
    change(id, { context })
    await describe(id, { context })
  }

  /** The insert position is needed until the recording is inserted, so such an entry stays until it is dismissed. */
  const journalOf = (work: ActiveUpload): UploadJournal => ({
    ...journal,
    remove: async (id) => {
      if (parseContext(work.entry.context).insert === null) await journal.remove(id)
    },
  })

  const start = (work: ActiveUpload, source: UploadSource): void => {
    const { id } = work.entry
    const upload = createUpload({
      ...dependencies,
      source: gatedSource(source, work.opened),
      entry: work.entry,
      journal: journalOf(work),
      onState: (state) => change(id, work.entry.size === null ? { state, size: state.total } : { state }),
    })
    work.upload = upload
    change(id, { blocker: null, fileError: null })
    void run(work, upload)
  }

  const run = async (work: ActiveUpload, upload: Upload): Promise<void> => {
    const { phase, canRetry } = await upload.run()
    if (phase !== 'finished' && (phase !== 'failed' || canRetry)) return
    work.ending.abort()
    await files.remove(work.entry.id)
    // It exists nowhere else: the server must have it, or the person must close it.
    if (phase === 'finished') await spool.remove(work.entry.id)
    // Tabs that wait for the lock see then that it is finished. A recording still to be inserted keeps it.
    if (parseContext(work.entry.context).insert === null) work.release?.()
  }

  const keep = async (work: ActiveUpload, file: File): Promise<void> => {
    const { id } = work.entry
    if (await files.persist(id, file, work.ending.signal)) change(id, { isFilePersisted: true })
    // It finished or was cancelled while being copied.
    if (work.ending.signal.aborted) await files.remove(id)
  }

  /** Resumes an upload of an earlier page whose lock this page now holds. */
  const resume = async (work: ActiveUpload, mayAsk: boolean): Promise<void> => {
    const { entry } = work
    if (entry.acceptId !== null) return start(work, acceptedSource(entry))
    if (parseContext(entry.context).isPaused && !mayAsk) return change(entry.id, { blocker: null })
    if (isRecording(entry)) return resumeRecording(work)
    const file = await files.find(entry, { mayAsk })
    if (isClosed || !works.has(entry.id)) return
    if (file !== null) {
      change(entry.id, { isFilePersisted: true })
      return start(work, fileSource(file, entry.name))
    }
    change(entry.id, { blocker: entry.handle !== null && !mayAsk ? 'permission' : 'file' })
  }

  const resumeRecording = async (work: ActiveUpload): Promise<void> => {
    const { id, name } = work.entry
    const recorded = (await spool.list(owner).catch(() => [])).find((one) => one.id === id)
    const file = await spool.read(id)
    if (isClosed || !works.has(id)) return
    // Nothing of it is left to send.
    if (recorded === undefined || file === null) {
      await journal.remove(id).catch(() => undefined)
      return remove(id)
    }
    change(id, { size: file.size })
    // Without its article, which could not be created yet, it waits for its author too.
    if (!recorded.isWhole || work.entry.articleId === null) return change(id, { blocker: 'unfinished' })
    await describe(id, { marks: recorded.marks })
    start(work, fileSource(file, name))
  }

  const finishRecording = async (id: string): Promise<void> => {
    const work = works.get(id)
    if (!work) return
    await spool.update(id, { isWhole: true })
    await resumeRecording(work)
  }

  /** The journal may be lost, or its entry too old: what was recorded is not. */
  const listRecordingEntries = async (known: readonly JournalEntry[]): Promise<JournalEntry[]> => {
    const recordings = await spool.list(owner).catch(() => [])
    return recordings
      .filter(({ id }) => !known.some((entry) => entry.id === id))
      .map((recording) => createRecordingEntry(recording, parseRecordingContext(recording.context)))
  }

  const takeOver = async (entry: JournalEntry): Promise<void> => {
    const waiting = add(entry, null, 'elsewhere')
    const { signal } = waiting.ending
    const release = await dependencies.acquireLock(entry.id, { isPatient: true, signal }).catch(() => null)
    if (release === null) return
    // The other tab continued in the meantime and may have finished.
    const present = (await journal.list(owner)).find(({ id }) => id === entry.id)
    if (isClosed || signal.aborted || present === undefined) {
      release()
      return remove(entry.id)
    }
    await resume(add(present, release, null), false)
  }

  return {
    owner,
    items: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async begin({ file, handle, articleId, insert = null }) {
      const context: UploadContext = { ...initialContext, insert }
      const entry = await createJournalEntry({ owner, file, handle, articleId, context })
      const work = add(entry, await dependencies.acquireLock(entry.id), null)
      await journal.save(entry).catch(() => undefined)
      start(work, fileSource(file))
      void keep(work, file)
      return entry.id
    },
    async beginRecording({ facts, source, name, articleId, insert }) {
      const { id } = facts
      const entry = createRecordingEntry(facts, { name, articleId, context: { ...initialContext, insert } })
      const work = add(entry, await dependencies.acquireLock(id), null)
      change(id, { isLive: true })
      await journal.save(entry).catch(() => undefined)
      start(work, source)
    },
    async setMarks(id, marks) {
      await describe(id, { marks })
      change(id, { isLive: false })
    },
    waitForAccept: (id) => {
      const work = works.get(id)
      if (work?.upload?.state().canRetry) void run(work, work.upload)
      return new Promise((resolve) => {
        const check = () => {
          const isAccepted = acceptOutcome(items.find((item) => item.id === id)?.state.phase ?? 'cancelled')
          if (isAccepted === null) return
          listeners.delete(check)
          resolve(isAccepted)
        }
        listeners.add(check)
        check()
      })
    },
    finishRecording,
    async assign(id, articleId) {
      change(id, { articleId })
      await describe(id, { articleId })
      works.get(id)?.open()
    },
    async pause(id) {
      await works.get(id)?.upload?.pause()
      await setPaused(id, true)
    },
    async resume(id) {
      const work = works.get(id)
      if (!work) return
      if (items.find((item) => item.id === id)?.blocker === 'unfinished') return finishRecording(id)
      // Stored first, because the page may be left right away; not awaited, because the user activation of the click
      // would expire.
      const kept = setPaused(id, false)
      if (work.upload) void run(work, work.upload)
      else await resume(work, true)
      await kept
    },
    async provideFile(id, { file, handle }) {
      const work = works.get(id)
      if (!work) return
      if (!(await isSameFile(work.entry, file)))
        return change(id, { fileError: texts.thisIsDifferentFilePlease(work.entry.name) })
      work.entry = { ...work.entry, handle: handle ?? null }
      await setPaused(id, false)
      start(work, fileSource(file))
      void keep(work, file)
    },
    async cancel(id) {
      const item = items.find((one) => one.id === id)
      if (!item) return
      await abandon(id)
      if (item.articleId !== null && item.context.insert === null) await dependencies.onCancelled(item.articleId)
    },
    abandon,
    dismiss,
    async restore() {
      const known = await journal.list(owner).catch(() => [])
      for (const entry of [...known, ...(await listRecordingEntries(known))]) {
        if (isClosed || works.has(entry.id)) continue
        const release = await dependencies.acquireLock(entry.id)
        if (release === null) {
          // An upload of a dialog open in another tab is not shown here.
          if (entry.articleId !== null) void takeOver(entry)
        } else if (entry.articleId === null && !isRecording(entry)) {
          // Its dialog was closed with its page.
          await journal.remove(entry.id)
          release()
        } else {
          await resume(add(entry, release, null), false)
        }
      }
      await files.sweep(await journal.listIds().catch(() => []))
    },
    close() {
      isClosed = true
      for (const [id, work] of works) {
        void work.upload?.pause()
        remove(id)
      }
      listeners.clear()
    },
  }
}

/** Made in this browser, and not a file. */
const isRecording = ({ fingerprint }: JournalEntry): boolean => fingerprint === null

/** All bytes have arrived: only the processing is followed. */
const acceptedSource = ({ name, mime, size }: JournalEntry): UploadSource => ({
  ...fileSource(new Blob([], { type: mime }), name),
  extent: () => ({ bytes: size ?? 0, isComplete: true }),
})
