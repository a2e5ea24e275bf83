import { FakeServer, fakeConnection, RefusedError } from '@knowreel/recorder/upload/fake-server.fixture.ts'
import type { RecordingFacts } from '@knowreel/recorder/capture/index.ts'
import { growingSource, memoryJournal, type JournalEntry } from '@knowreel/recorder/upload/index.ts'
import { expect, test, vi } from 'vitest'
import type { PersistedFiles } from './persisted-files.ts'
import { createUploadManager, type UploadManager } from './upload-manager.ts'

const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 31) % 253)
const file = new File([bytes], 'Rooftop.webm', { type: 'video/webm' })

/** One browser: the storage that outlives its pages, and the pages opened in it. */
function buildBrowser({ keeps = true } = {}) {
  const server = new FakeServer()
  const journal = memoryJournal()
  const copies = new Map<string, File>()
  const held = new Map<string, Promise<void>>()
  const givenUp: string[] = []
  const recordings = new Map<string, { facts: RecordingFacts; content: Blob }>()
  const files: PersistedFiles = {
    async persist(id, kept) {
      if (keeps) copies.set(id, kept)
      return keeps
    },
    find: async ({ id }: JournalEntry) => copies.get(id) ?? null,
    remove: async (id) => void copies.delete(id),
    async sweep(ids) {
      for (const id of copies.keys()) if (!ids.includes(id)) copies.delete(id)
    },
  }
  async function acquireLock(id: string, { isPatient = false } = {}) {
    for (;;) {
      const other = held.get(id)
      if (other === undefined) break
      if (!isPatient) return null
      await other
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(id, promise)
    return () => {
      if (held.get(id) === promise) held.delete(id)
      resolve()
    }
  }
  const openPage = (owner = 'ines:halden'): UploadManager =>
    createUploadManager({
      owner,
      calls: server.calls,
      transport: server.transport,
      journal,
      connection: fakeConnection(),
      files,
      spool: {
        list: async (who) =>
          [...recordings.values()]
            .filter(({ facts }) => facts.owner === who)
            .map(({ facts, content }) => ({ ...facts, bytes: content.size, elapsed: 1000 })),
        read: async (id) => recordings.get(id)?.content ?? null,
        async update(id, change) {
          const one = recordings.get(id)
          if (one) one.facts = { ...one.facts, ...change }
        },
        remove: async (id) => void recordings.delete(id),
      },
      acquireLock,
      onCancelled: async (articleId) => void givenUp.push(articleId),
    })
  return { server, journal, copies, recordings, givenUp, openPage }
}

const phases = (page: UploadManager) => page.items().map(({ state }) => state.phase)
const until = (page: UploadManager, phase: string) => vi.waitFor(() => expect(phases(page)).toEqual([phase]), 5000)
const begin = (page: UploadManager, articleId: string | null = 'draft') => page.begin({ file, handle: null, articleId })

test('a finished upload leaves neither a journal entry nor a copy', async () => {
  const { server, journal, copies, openPage } = buildBrowser()
  const page = openPage()
  const id = await begin(page)
  expect(page.items()).toMatchObject([{ id, name: 'Rooftop.webm', articleId: 'draft', blocker: null }])
  await until(page, 'finished')
  expect(server.acceptedFor).toEqual(['draft'])
  await vi.waitFor(async () => expect([await journal.listIds(), [...copies]]).toEqual([[], []]))
})

test('an upload from a dialog is accepted only once its article exists, and for that article', async () => {
  const { server, openPage } = buildBrowser()
  const page = openPage()
  const id = await begin(page, null)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.accepted).toEqual([])
  await page.assign(id, 'draft')
  await until(page, 'finished')
  expect(server.acceptedFor).toEqual(['draft'])
})

test('the next page of the same person resumes automatically, and that of another person sees nothing', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const first = openPage()
  await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  first.close()

  const others = openPage('jonas:halden')
  await others.restore()
  expect(others.items()).toEqual([])
  const second = openPage()
  await second.restore()
  await until(second, 'finished')
  expect(server.content.length).toBe(bytes.length)
})

test('without a copy the same file is required and no other is accepted', async () => {
  const { server, openPage } = buildBrowser({ keeps: false })
  server.faults = ['stall']
  const first = openPage()
  await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  first.close()

  const second = openPage()
  await second.restore()
  const [item] = second.items()
  expect(item).toMatchObject({ blocker: 'file', isFilePersisted: false })
  const id = item?.id ?? ''
  await second.provideFile(id, { file: new File([bytes.subarray(1)], 'Rooftop.webm'), handle: null })
  expect(second.items()).toMatchObject([{ fileError: 'This is a different file. Please choose Rooftop.webm again' }])
  await second.provideFile(id, { file, handle: null })
  await until(second, 'finished')
})

test('a pause survives the page, and a click ends it', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const first = openPage()
  const id = await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  await first.pause(id)
  expect(phases(first)).toEqual(['paused'])
  first.close()

  const second = openPage()
  await second.restore()
  expect(phases(second)).toEqual(['paused'])
  await second.resume(id)
  await until(second, 'finished')
})

test('the next page still shows what was sent before a pause', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const first = openPage()
  const id = await begin(first)
  await vi.waitFor(() => expect(first.items()[0]?.state.sent).toBeGreaterThan(0))
  await first.pause(id)
  const sent = first.items()[0]?.state.sent
  first.close()
  const second = openPage()
  await second.restore()
  expect(second.items()[0]?.state).toMatchObject({ phase: 'paused', sent })
})

test('a pause ends immediately, even if the page is left right away', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const first = openPage()
  const id = await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  await first.pause(id)
  first.close()
  const second = openPage()
  await second.restore()
  void second.resume(id)
  await Promise.resolve()
  second.close()
  const third = openPage()
  await third.restore()
  await until(third, 'finished')
})

test('only one of several tabs uploads, and another takes over when it is closed', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const [first, second] = [openPage(), openPage()]
  await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  await second.restore()
  expect(second.items()).toMatchObject([{ blocker: 'elsewhere' }])
  first.close()
  await until(second, 'finished')
  expect(server.accepted).toHaveLength(1)
})

test('an upload finished by another tab disappears from every list', async () => {
  const { server, openPage } = buildBrowser()
  server.faults = ['stall']
  const [first, second] = [openPage(), openPage()]
  const id = await begin(first)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  await second.restore()
  await first.pause(id)
  await first.resume(id)
  await until(first, 'finished')
  await vi.waitFor(() => expect(second.items()).toEqual([]))
})

test('a cancelled upload is deleted here, and its draft is updated', async () => {
  const { server, journal, copies, givenUp, openPage } = buildBrowser()
  server.faults = ['stall']
  const page = openPage()
  const id = await begin(page)
  await vi.waitFor(() => expect(server.stalledPuts).toBe(1))
  await page.cancel(id)
  expect([page.items(), await journal.listIds(), [...copies], givenUp]).toEqual([[], [], [], ['draft']])
})

test('an upload from a dialog that closed with its page leaves nothing', async () => {
  const { journal, copies, openPage } = buildBrowser()
  const first = openPage()
  await begin(first, null)
  first.close()
  const second = openPage()
  await second.restore()
  expect([second.items(), await journal.listIds(), [...copies]]).toEqual([[], [], []])
})

test('a recording to be inserted keeps its position until it is inserted, even across a restart', async () => {
  const { journal, openPage } = buildBrowser()
  const first = openPage()
  const insert = { anchor: { paragraphId: 'p', videoId: 'v', videoTime: 900, time: 400 }, at: 1400 }
  await first.begin({ file, handle: null, articleId: 'draft', insert })
  await until(first, 'finished')
  first.close()
  const second = openPage()
  await second.restore()
  await until(second, 'finished')
  expect(second.items()).toMatchObject([{ context: { insert } }])
  await second.dismiss(second.items()[0]?.id ?? '')
  expect(await journal.listIds()).toEqual([])
})

/** A recording of this browser: in the spool up to `written` bytes. */
function buildRecording(
  { recordings }: ReturnType<typeof buildBrowser>,
  { written = bytes.length, isWhole = false, articleId = 'draft' as string | null } = {},
) {
  const facts: RecordingFacts = {
    id: `recording-${recordings.size}`,
    owner: 'ines:halden',
    mime: 'video/webm;codecs=vp9,opus',
    startedAt: Date.UTC(2026, 10, 24, 14, 5),
    isWhole,
    marks: [{ at: 700, title: 'Screws' }],
    context: { name: 'Meters', articleId },
  }
  recordings.set(facts.id, { facts, content: new Blob([bytes.slice(0, written)]) })
  return facts
}

test('a recording is sent while it is made, accepted with its paragraphs, and then leaves the spool', async () => {
  const browser = buildBrowser()
  const { server, recordings, journal, openPage } = browser
  const page = openPage()
  const facts = buildRecording(browser)
  const source = growingSource('Meters', facts.mime)
  await page.beginRecording({ facts, source, name: 'Meters', articleId: null, insert: null })
  source.append(new Blob([bytes]))
  expect(page.items()).toMatchObject([{ name: 'Meters', isLive: true, articleId: null }])
  await page.setMarks(facts.id, facts.marks)
  source.end()
  const accepted = page.waitForAccept(facts.id)
  await page.assign(facts.id, 'draft')
  expect(await accepted).toBe(true)
  await until(page, 'finished')
  expect(page.items()).toMatchObject([{ isLive: false, size: bytes.length }])
  expect([server.acceptedFor, server.acceptedMarks]).toEqual([['draft'], [facts.marks]])
  await vi.waitFor(async () => expect([await journal.listIds(), [...recordings]]).toEqual([[], []]))
})

test('a recording that was stopped before the browser closed is sent by the next page', async () => {
  const browser = buildBrowser()
  const facts = buildRecording(browser, { isWhole: true })
  const page = browser.openPage()
  await page.restore()
  await until(page, 'finished')
  expect(browser.server.acceptedMarks).toEqual([facts.marks])
  await vi.waitFor(() => expect(browser.recordings.size).toBe(0))
})

test('a recording that the browser interrupted waits for its author, then sends only what is missing', async () => {
  const browser = buildBrowser()
  const { server, openPage } = browser
  const first = openPage()
  const facts = buildRecording(browser, { written: 2_000_000 })
  const source = growingSource('Meters', facts.mime)
  await first.beginRecording({ facts, source, name: 'Meters', articleId: 'draft', insert: null })
  first.close()
  const page = openPage()
  await page.restore()
  expect(page.items()).toMatchObject([{ id: facts.id, blocker: 'unfinished', size: 2_000_000 }])
  expect(server.accepted).toEqual([])
  await page.finishRecording(facts.id)
  await until(page, 'finished')
  expect(server.acceptedMarks).toEqual([facts.marks])
})

test('an interrupted recording is shown to nobody else, and kept until its author deletes it', async () => {
  const browser = buildBrowser()
  const facts = buildRecording(browser, { articleId: null })
  const stranger = browser.openPage('tom:halden')
  await stranger.restore()
  expect(stranger.items()).toEqual([])
  const page = browser.openPage()
  await page.restore()
  expect(browser.recordings.size).toBe(1)
  await page.cancel(facts.id)
  expect([page.items(), browser.recordings.size]).toEqual([[], 0])
})

test('a recording that the server refuses for good stays on this computer until it is closed', async () => {
  const browser = buildBrowser()
  const facts = buildRecording(browser, { isWhole: true })
  browser.server.acceptFault = new RefusedError(404, 'unknown_article')
  const page = browser.openPage()
  await page.restore()
  await until(page, 'failed')
  expect(browser.recordings.size).toBe(1)
  await page.dismiss(facts.id)
  expect(browser.recordings.size).toBe(0)
})

test('a recording whose draft could not be created yet waits for its author', async () => {
  const browser = buildBrowser()
  const facts = buildRecording(browser, { isWhole: true, articleId: null })
  const page = browser.openPage()
  await page.restore()
  expect(page.items()).toMatchObject([{ blocker: 'unfinished', articleId: null }])
  await page.assign(facts.id, 'draft')
  await page.finishRecording(facts.id)
  await until(page, 'finished')
  expect(browser.server.acceptedFor).toEqual(['draft'])
})

test('an inserted recording keeps its position, also if the browser was closed', async () => {
  const browser = buildBrowser()
  const { recordings, openPage } = browser
  const insert = { anchor: null, at: 4000 }
  const facts = {
    ...buildRecording(browser, { isWhole: true }),
    context: { name: 'Meters', articleId: 'draft', insert },
  }
  recordings.set(facts.id, { facts, content: new Blob([bytes]) })
  const page = openPage()
  await page.restore()
  await until(page, 'finished')
  expect(page.items()).toMatchObject([{ articleId: 'draft', context: { insert } }])
})
