import { expect, test, vi } from 'vitest'
import { FakeServer, fakeConnection, RefusedError } from '../upload/fake-server.fixture.ts'
import { growingSource, memoryJournal } from '../upload/index.ts'
import type { RecordingFacts, Spool } from './capture-ports.ts'
import { createRecordingUploads } from './recording-uploads.ts'

const owner = 'ines:halden'
const content = new Blob(['what was recorded '.repeat(1000)])
const facts: RecordingFacts = {
  id: 'one',
  owner,
  mime: 'video/webm',
  startedAt: 5,
  isWhole: false,
  marks: [{ at: 3000, title: 'Check the lamp' }],
  context: { title: 'Meters' },
}

/** A computer whose storage outlives the browser, and the uploads of each start of the browser. */
function buildComputer() {
  const server = new FakeServer()
  const journal = memoryJournal()
  const spooled = new Map<string, RecordingFacts>()
  const spool: Spool = {
    create: () => Promise.reject(new Error('unused')),
    list: async (who) =>
      [...spooled.values()]
        .filter((one) => one.owner === who)
        .map((one) => ({ ...one, bytes: content.size, elapsed: 7000 })),
    read: async (id) => (spooled.has(id) ? content : null),
    async update(id, change) {
      const one = spooled.get(id)
      if (one) spooled.set(id, { ...one, ...change })
    },
    remove: async (id) => void spooled.delete(id),
  }
  const start = () =>
    createRecordingUploads({
      spool,
      journal,
      transport: server.transport,
      connection: fakeConnection(),
      callsFor: () => server.calls,
      onChange: () => undefined,
    })
  return { server, journal, spooled, start }
}

test('an interrupted recording waits for its author, is then sent, and leaves this computer', async () => {
  const { server, journal, spooled, start } = buildComputer()
  spooled.set('one', facts)
  const uploads = start()
  await uploads.restore(['someone:else'])
  expect(uploads.items()).toEqual([])
  await uploads.restore([owner])
  expect(uploads.items()).toMatchObject([
    { id: 'one', isUnfinished: true, elapsed: 7000, context: { title: 'Meters' } },
  ])
  expect(server.puts).toEqual([])
  await uploads.assign('one', 'draft')
  await uploads.finishInterrupted('one')
  await vi.waitFor(() => expect(uploads.items()).toMatchObject([{ isUnfinished: false, state: { phase: 'finished' } }]))
  expect(new TextDecoder().decode(server.content)).toBe(await content.text())
  expect([server.acceptedFor, server.acceptedMarks]).toEqual([['draft'], [facts.marks]])
  await vi.waitFor(async () => expect([await journal.listIds(), spooled.size]).toEqual([[], 0]))
})

test('a recording that had ended is sent without a question by the next start', async () => {
  const { server, journal, spooled, start } = buildComputer()
  spooled.set('one', facts)
  const first = start()
  await first.restore([owner])
  await first.assign('one', 'draft')
  spooled.set('one', { ...facts, isWhole: true })
  expect(await journal.listIds()).toEqual(['one'])
  const uploads = start()
  await uploads.restore([owner])
  await vi.waitFor(() => expect(server.acceptedFor).toEqual(['draft']))
})

test('an upload that had given up is tried again when the recording ends', async () => {
  const { server, start } = buildComputer()
  const uploads = start()
  const source = growingSource('', facts.mime)
  server.urlFaults = [new RefusedError(400, 'bad_request')]
  await uploads.begin(facts, source)
  source.append(new Blob([new Uint8Array(2_000_000)]))
  await vi.waitFor(() => expect(uploads.items()).toMatchObject([{ state: { phase: 'failed', canRetry: true } }]))
  await uploads.assign('one', 'draft')
  await uploads.setMarks('one', facts.marks, [])
  source.end()
  expect(await uploads.finish('one')).toBe(true)
  expect(server.content.length).toBe(2_000_000)
})
