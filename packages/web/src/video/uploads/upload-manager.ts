/**
 * The uploads of a page, whatever it shows: begun here, or left by an earlier page of the same person in the same company.
 *
 * An upload is in the hand of one tab, from its beginning to its end, also while it is paused; others say so and take it
 * over when that tab is closed. What is needed to go on stands in the journal before it is needed, so a page may end at any
 * moment. Nothing here knows React, and the browser only by its ports.
 */
import {
  createUpload,
  fileSource,
  gatedSource,
  isSameFile,
  newUploadOfFile,
  restingUpload,
  type Connection,
  type JournalEntry,
  type LetGo,
  type PartTransport,
  type Upload,
  type UploadCalls,
  type UploadJournal,
  type UploadSource,
} from '@knowreel/recorder/upload/index.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { KeptFiles } from './kept-files.ts'
import { newContext, readContext, type InsertPlace, type UploadContext, type UploadItem } from './upload-item.ts'

export type UploadWorld = {
  /** Account and company. */
  readonly owner: string
  readonly calls: UploadCalls
  readonly transport: PartTransport
  readonly journal: UploadJournal
  readonly connection: Connection
  readonly files: KeptFiles
  /** Null when another tab has it in hand; a patient one waits for that tab. */
  readonly takeInHand: (id: string, options?: { isPatient?: boolean; signal?: AbortSignal }) => Promise<LetGo | null>
  /** The upload of a draft's own recording was given up. */
  readonly onGivenUp: (articleId: string) => Promise<void>
}

export type NewUpload = ChosenFile & {
  /** Null: said later, by `assign`. Until then it travels and is not accepted. */
  readonly articleId: string | null
  readonly insert?: InsertPlace | null
}

export type UploadManager = {
  readonly owner: string
  items(): readonly UploadItem[]
  subscribe(listener: () => void): () => void
  /** Gives its id. */
  begin(upload: NewUpload): Promise<string>
  assign(id: string, articleId: string): Promise<void>
  pause(id: string): Promise<void>
  /** After a pause, a failure or a restart; within a click it may ask for the file. */
  goOn(id: string): Promise<void>
  /** For an upload whose file has to be chosen again. */
  useFile(id: string, chosen: ChosenFile): Promise<void>
  /** Gives it up for good. */
  cancel(id: string): Promise<void>
  /** Takes one that is over off the list. */
  dismiss(id: string): Promise<void>
  /** Finds what earlier pages left, and goes on with it. */
  restore(): Promise<void>
  /** Stops here; the journal stays. */
  close(): void
}

type Work = {
  entry: JournalEntry
  upload: Upload | null
  letGo: LetGo | null
  readonly open: () => void
  readonly opened: Promise<void>
  readonly ending: AbortController
}

export function createUploadManager(world: UploadWorld): UploadManager {
  const { owner, journal, files } = world
  const works = new Map<string, Work>()
  const listeners = new Set<() => void>()
  let items: readonly UploadItem[] = []
  let isClosed = false

  const show = (next: readonly UploadItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const change = (id: string, to: Partial<UploadItem>) =>
    show(items.map((item) => (item.id === id ? { ...item, ...to } : item)))

  const add = (entry: JournalEntry, letGo: LetGo | null, hold: UploadItem['hold']): Work => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const work: Work = { entry, upload: null, letGo, open, opened, ending: new AbortController() }
    if (entry.articleId !== null) open()
    works.set(entry.id, work)
    const context = readContext(entry.context)
    const sent = entry.parts.reduce((sum, { size }) => sum + size, 0)
    const item: UploadItem = {
      id: entry.id,
      name: entry.name,
      size: entry.size ?? 0,
      articleId: entry.articleId,
      context,
      state: restingUpload(Math.max(sent, context.sent), entry.size ?? 0),
      hold,
      isKept: entry.handle !== null,
      problem: null,
    }
    show([...items.filter(({ id }) => id !== entry.id), item])
    return work
  }

  const remove = (id: string) => {
    const work = works.get(id)
    work?.ending.abort()
    work?.letGo?.()
    works.delete(id)
    show(items.filter((item) => item.id !== id))
  }

  const describe = async (id: string, told: Partial<Pick<JournalEntry, 'articleId' | 'context'>>) => {
    const work = works.get(id)
    if (!work) return
    work.entry = { ...work.entry, ...told }
    if (work.upload) await work.upload.describe(told)
    else await journal.save(work.entry).catch(() => undefined)
  }
  const setPaused = async (id: string, isPaused: boolean) => {
    const item = items.find((one) => one.id === id)
    if (!item || item.context.isPaused === isPaused) return
    const context: UploadContext = { ...item.context, isPaused, sent: isPaused ? item.state.sent : 0 }
    change(id, { context })
    await describe(id, { context })
  }

  /** Where a recording is to go must be known until it is there, so its entry stays until it is dismissed. */
  const journalOf = (work: Work): UploadJournal => ({
    ...journal,
    remove: async (id) => {
      if (readContext(work.entry.context).insert === null) await journal.remove(id)
    },
  })

  const start = (work: Work, source: UploadSource): void => {
    const { id } = work.entry
    const upload = createUpload({
      ...world,
      source: gatedSource(source, work.opened),
      entry: work.entry,
      journal: journalOf(work),
      onState: (state) => change(id, { state }),
    })
    work.upload = upload
    change(id, { hold: null, problem: null })
    void run(work, upload)
  }

  const run = async (work: Work, upload: Upload): Promise<void> => {
    const { phase, canRetry } = await upload.run()
    if (phase !== 'finished' && (phase !== 'failed' || canRetry)) return
    work.ending.abort()
    await files.forget(work.entry.id)
    // Who waits for it in another tab learns that it is through. A place to insert at is still in our hand.
    if (readContext(work.entry.context).insert === null) work.letGo?.()
  }

  const keep = async (work: Work, file: File): Promise<void> => {
    const { id } = work.entry
    if (await files.keep(id, file, work.ending.signal)) change(id, { isKept: true })
    // Finished or given up while it was copied.
    if (work.ending.signal.aborted) await files.forget(id)
  }

  /** Of an earlier page, now in the hand of this one. */
  const resume = async (work: Work, mayAsk: boolean): Promise<void> => {
    const { entry } = work
    if (entry.acceptId !== null) return start(work, acceptedSource(entry))
    if (readContext(entry.context).isPaused && !mayAsk) return change(entry.id, { hold: null })
    const file = await files.find(entry, { mayAsk })
    if (isClosed || !works.has(entry.id)) return
    if (file !== null) {
      change(entry.id, { isKept: true })
      return start(work, fileSource(file, entry.name))
    }
    change(entry.id, { hold: entry.handle !== null && !mayAsk ? 'permission' : 'file' })
  }

  const takeOver = async (entry: JournalEntry): Promise<void> => {
    const waiting = add(entry, null, 'elsewhere')
    const { signal } = waiting.ending
    const letGo = await world.takeInHand(entry.id, { isPatient: true, signal }).catch(() => null)
    if (letGo === null) return
    // It went on there meanwhile, and may be through.
    const present = (await journal.list(owner)).find(({ id }) => id === entry.id)
    if (isClosed || signal.aborted || present === undefined) {
      letGo()
      return remove(entry.id)
    }
    await resume(add(present, letGo, null), false)
  }

  return {
    owner,
    items: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async begin({ file, handle, articleId, insert = null }) {
      const context: UploadContext = { ...newContext, insert }
      const entry = await newUploadOfFile({ owner, file, handle, articleId, context })
      const work = add(entry, await world.takeInHand(entry.id), null)
      await journal.save(entry).catch(() => undefined)
      start(work, fileSource(file))
      void keep(work, file)
      return entry.id
    },
    async assign(id, articleId) {
      change(id, { articleId })
      await describe(id, { articleId })
      works.get(id)?.open()
    },
    async pause(id) {
      await works.get(id)?.upload?.pause()
      await setPaused(id, true)
    },
    async goOn(id) {
      const work = works.get(id)
      if (!work) return
      // Before anything else: the page may be left at once. Nothing may be waited for, or the click counts no more.
      const kept = setPaused(id, false)
      if (work.upload) void run(work, work.upload)
      else await resume(work, true)
      await kept
    },
    async useFile(id, { file, handle }) {
      const work = works.get(id)
      if (!work) return
      if (!(await isSameFile(work.entry, file)))
        return change(id, { problem: `This is another file. Please choose ${work.entry.name} again` })
      work.entry = { ...work.entry, handle: handle ?? null }
      await setPaused(id, false)
      start(work, fileSource(file))
      void keep(work, file)
    },
    async cancel(id) {
      const work = works.get(id)
      const item = items.find((one) => one.id === id)
      if (!work || !item) return
      await work.upload?.cancel()
      remove(id)
      await journal.remove(id).catch(() => undefined)
      await files.forget(id)
      if (item.articleId !== null && item.context.insert === null) await world.onGivenUp(item.articleId)
    },
    async dismiss(id) {
      remove(id)
      await journal.remove(id).catch(() => undefined)
      await files.forget(id)
    },
    async restore() {
      for (const entry of await journal.list(owner).catch(() => [])) {
        if (isClosed || works.has(entry.id)) continue
        const letGo = await world.takeInHand(entry.id)
        if (letGo === null) {
          // Of a dialog that is open in another tab nobody needs to know here.
          if (entry.articleId !== null) void takeOver(entry)
        } else if (entry.articleId === null) {
          // Its dialog was closed with its page.
          await journal.remove(entry.id)
          letGo()
        } else {
          await resume(add(entry, letGo, null), false)
        }
      }
      await files.sweep(await journal.ids().catch(() => []))
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

/** Everything arrived: only its processing is followed. */
const acceptedSource = ({ name, mime, size }: JournalEntry): UploadSource => ({
  ...fileSource(new Blob([], { type: mime }), name),
  extent: () => ({ bytes: size ?? 0, isWhole: true }),
})
