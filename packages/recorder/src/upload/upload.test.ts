import { stallMs } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeServer, fakeConnection, RefusedError, type PutFault } from './fake-server.fixture.ts'
import { createJournalEntry } from './interrupted-upload.ts'
import { memoryJournal } from './upload-journal.ts'
import type { JournalEntry } from './upload-ports.ts'
import { fileSource, gatedSource, growingSource, type UploadSource } from './upload-source.ts'
import type { UploadState } from './upload-state.ts'
import { createUpload } from './upload.ts'

const mb = 1_000_000
const bytes = new Uint8Array(20 * mb).map((_, index) => (index * 31) % 253)
const file = new File([bytes], 'Rooftop.webm', { type: 'video/webm' })

// Blobs and hashes take real time, while the fake clock is advanced by the test.
const realTimeout = globalThis.setTimeout
const realTick = () => new Promise((resolve) => realTimeout(resolve, 1))
async function pass(ms: number) {
  const step = 250
  for (let passed = 0; passed < ms; passed += step) {
    await realTick()
    await vi.advanceTimersByTimeAsync(Math.min(step, ms - passed))
  }
}

vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function prepare(source: UploadSource = fileSource(file), faults: PutFault[] = []) {
  const server = new FakeServer()
  server.faults = faults
  const connection = fakeConnection()
  const journal = memoryJournal()
  const states: UploadState[] = []
  const entry = await createJournalEntry({ owner: 'ines', file })
  const create = (from = entry, line = connection, maxPartMs?: (partsSent: number) => number) =>
    createUpload({
      ...(maxPartMs && { maxPartMs }),
      source,
      entry: from,
      calls: server.calls,
      transport: server.transport,
      journal,
      connection: line,
      onState: (state) => states.push(state),
    })
  return { server, connection, journal, states, entry, create, upload: create() }
}

/** Advances the clock until the promise settles. */
async function ended<Result>(running: Promise<Result>): Promise<Result> {
  let isOver = false
  void running.finally(() => (isOver = true))
  while (!isOver) await pass(250)
  return running
}
const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
const sum = (puts: { bytes: number }[]) => puts.reduce((all, put) => all + put.bytes, 0)

test('parts are sent one by one in order and become one recording', async () => {
  const { server, journal, upload, states } = await prepare()
  const state = await ended(upload.run())
  expect(state).toMatchObject({ phase: 'finished', percent: 100, acceptId: 'v1' })
  expect(server.accepted).toEqual([['p1', 'p2']])
  expect([...server.parts.values()].map(({ after }) => after)).toEqual([null, 'p1'])
  expect(isSame(server.content, bytes)).toBe(true)
  expect(sum(server.puts)).toBe(bytes.length)
  expect(await journal.list('ines')).toEqual([])
  expect(states.map(({ percent }) => percent)).toEqual(states.map(({ percent }) => percent).toSorted((a, b) => a - b))
})

describe('a connection that', () => {
  test('breaks in the middle of a part loses no byte that had arrived', async () => {
    const { server, upload } = await prepare(undefined, [{ cutAfter: 5 * mb }, { cutAfter: 2 * mb }])
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(server.puts.slice(0, 3)).toEqual([
      { id: 'p1', first: 0, bytes: 5 * mb },
      { id: 'p1', first: 5 * mb, bytes: 2 * mb },
      { id: 'p1', first: 7 * mb, bytes: 1 * mb },
    ])
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('loses the response sends nothing again', async () => {
    const { server, upload } = await prepare(undefined, ['lost answer'])
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(sum(server.puts)).toBe(bytes.length)
  })

  test('makes no progress for two minutes is aborted, and the same part is sent again', async () => {
    const { server, upload } = await prepare(undefined, ['stall'])
    const running = upload.run()
    // Reading and hashing take real time; the clock starts only afterwards.
    while (server.stalledPuts === 0) await realTick()
    await pass(stallMs - 2000)
    expect(server.puts).toEqual([])
    await pass(4000)
    expect(server.puts[0]).toMatchObject({ id: 'p1' })
    expect((await ended(running)).phase).toBe('finished')
  })

  test('is offline asks to check the connection, waits as long as necessary, and resumes when it is back', async () => {
    const { server, upload, connection } = await prepare(undefined, [{ cutAfter: 3 * mb }])
    connection.setOnline(false)
    const running = upload.run()
    await pass(5000)
    await vi.advanceTimersByTimeAsync(8 * 3_600_000)
    expect(upload.state()).toMatchObject({ phase: 'waiting', message: 'Please check your internet connection' })
    connection.setOnline(true)
    expect((await ended(running)).phase).toBe('finished')
    expect(sum(server.puts)).toBe(bytes.length)
  })
})

describe('a server that', () => {
  test('is temporarily unavailable receives retries with growing delays', async () => {
    const { server, upload } = await prepare(
      undefined,
      [502, 503, 500, 429, 408].map((answer) => ({ answer })),
    )
    server.urlFaults = [new Error('no answer'), new RefusedError(502, 'none')]
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('finds a part too large receives smaller ones', async () => {
    const { server, upload } = await prepare(undefined, [{ answer: 413 }, { answer: 413 }])
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(server.puts[0]?.bytes).toBe(2 * mb)
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('let a URL expire issues a new one', async () => {
    const { server, upload } = await prepare()
    server.isUrlExpired = true
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('has less of a part than expected is asked how much it has', async () => {
    const { server, upload } = await prepare(undefined, [{ answer: 409, code: 'part_offset' }])
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('received a damaged part receives it again', async () => {
    const { server, upload } = await prepare(undefined, [{ answer: 422, code: 'part_damaged' }])
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('lost the parts receives all of them again, once', async () => {
    const { server, upload } = await prepare(undefined, [{ cutAfter: 10 }])
    const running = upload.run()
    await vi.waitFor(() => expect(server.puts).toHaveLength(1))
    server.parts.clear()
    expect((await ended(running)).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('refuses receives no retry, and the message says what to do', async () => {
    const { server, upload, journal } = await prepare(undefined, [{ answer: 409, code: 'part_differs' }])
    const failed = await ended(upload.run())
    expect(failed).toMatchObject({ phase: 'failed', canRetry: true })
    expect(failed.message).toMatch(/^Failed to upload video\. Please contact the support team/)
    expect(server.puts).toEqual([])
    expect(await journal.list('ines')).toHaveLength(1)
    server.urlFaults = [new RefusedError(401, 'not_signed_in')]
    expect((await ended(upload.run())).phase).toBe('failed')
    expect((await ended(upload.run())).phase).toBe('finished')
  })

  test('has no room for another upload says so at once, and can be retried', async () => {
    const { server, upload } = await prepare()
    server.urlFaults = [new RefusedError(429, 'too_many_uploads')]
    expect(await ended(upload.run())).toMatchObject({
      phase: 'failed',
      message: 'Too many unfinished uploads. Please finish one of them first',
      canRetry: true,
    })
    expect((await ended(upload.run())).phase).toBe('finished')
  })

  test('never recovers is given up eventually, and the upload can be retried from there', async () => {
    const { server, upload } = await prepare(undefined, [
      { cutAfter: 5 * mb },
      ...Array.from({ length: 30 }, () => ({ answer: 502 })),
    ])
    expect(await ended(upload.run())).toMatchObject({ phase: 'failed', canRetry: true })
    server.faults = []
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(sum(server.puts)).toBe(bytes.length)
  })

  test('cannot use the recording reports why', async () => {
    const { server, upload, journal } = await prepare()
    server.statuses = [
      { status: 'processing', progress: 40, error: null },
      { status: 'error', progress: 40, error: 'The recording is damaged' },
    ]
    expect(await ended(upload.run())).toMatchObject({
      phase: 'failed',
      message: 'The recording is damaged',
      canRetry: false,
    })
    expect(await journal.list('ines')).toEqual([])
  })
})

test('an upload resumes where it was after a restart of the browser', async () => {
  const { server, create, upload, journal, connection } = await prepare(undefined, [{ cutAfter: 3 * mb }])
  connection.setOnline(false)
  void upload.run()
  while (server.puts.length === 0) await pass(250)
  await pass(5000)
  // The page is closed; only the journal remains.
  const [entry] = await journal.list('ines')
  expect(entry).toMatchObject({ current: { id: 'p1' }, parts: [] })
  server.faults = []
  const again = create(structuredClone(entry), fakeConnection())
  expect((await ended(again.run())).phase).toBe('finished')
  expect(isSame(server.content, bytes)).toBe(true)
  expect(sum(server.puts)).toBe(bytes.length)
})

describe('a recording', () => {
  const recordingEntry = (entry: JournalEntry): JournalEntry => ({ ...entry, size: null, fingerprint: null })

  test('is uploaded while it grows, and little of it is left to send when it ends', async () => {
    const source = growingSource('Screen', 'video/webm')
    const { server, create, entry } = await prepare(source)
    const running = create(recordingEntry(entry)).run()
    for (let at = 0; at < bytes.length; at += mb / 2) {
      source.append(new Blob([bytes.subarray(at, at + mb / 2)]))
      await pass(500)
    }
    await vi.waitFor(() => expect(sum(server.puts)).toBeGreaterThan(bytes.length - 2 * mb))
    expect(server.accepted).toEqual([])
    source.end()
    expect((await ended(running)).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })

  test('that may end at any moment leaves no bytes waiting for more', async () => {
    const source = growingSource('Meeting', 'video/webm')
    const { server, create, entry } = await prepare(source)
    const running = create(recordingEntry(entry), undefined, () => 0).run()
    for (let at = 0; at < 3000; at += 1000) {
      source.append(new Blob([bytes.subarray(at, at + 1000)]))
      await vi.waitFor(() => expect(sum(server.puts)).toBe(at + 1000))
    }
    source.end()
    expect((await ended(running)).phase).toBe('finished')
    expect(isSame(server.content, bytes.subarray(0, 3000))).toBe(true)
  })

  test('is accepted from the server’s copy if the local data was lost', async () => {
    const { server, create, entry } = await prepare(fileSource(file.slice(0, 15 * mb)))
    const upload = create(recordingEntry({ ...entry, parts: [{ id: 'p1', size: bytes.length }] }))
    server.parts.set('p1', { bytes, isComplete: true, after: null })
    expect((await ended(upload.run())).phase).toBe('finished')
    expect(isSame(server.content, bytes)).toBe(true)
  })
})

test('a cancelled upload stops and leaves the journal', async () => {
  const { server, upload, journal } = await prepare(undefined, ['stall'])
  const running = upload.run()
  await pass(2000)
  await upload.cancel()
  expect((await ended(running)).phase).toBe('cancelled')
  expect(server.accepted).toEqual([])
  expect(await journal.list('ines')).toEqual([])
})

test('a paused upload sends nothing, and resumes within its part', async () => {
  const { server, upload } = await prepare(undefined, ['stall'])
  const running = upload.run()
  await pass(1000)
  const pausing = upload.pause()
  await pass(100)
  await pausing
  expect(upload.state()).toMatchObject({ phase: 'paused', message: null })
  expect((await ended(running)).phase).toBe('paused')
  const before = server.puts.length
  await pass(60_000)
  expect(server.puts.length).toBe(before)
  expect((await ended(upload.run())).phase).toBe('finished')
  expect(isSame(server.content, bytes)).toBe(true)
  expect(sum(server.puts)).toBe(bytes.length)
})

test('an upload is sent before its article is known, and is accepted only then, for that article', async () => {
  const gate = Promise.withResolvers<void>()
  const { server, upload } = await prepare(gatedSource(fileSource(file), gate.promise))
  const running = upload.run()
  await pass(30_000)
  expect(server.puts.length).toBeGreaterThan(0)
  expect(server.accepted).toEqual([])
  await upload.updateEntry({ articleId: 'art5678901' })
  gate.resolve()
  expect((await ended(running)).phase).toBe('finished')
  expect(isSame(server.content, bytes)).toBe(true)
  expect(server.acceptedFor).toEqual(['art5678901'])
})

test('an upload whose article was deleted says so and is not retried', async () => {
  const { server, upload } = await prepare()
  server.acceptFault = new RefusedError(422, 'unknown_article')
  expect(await ended(upload.run())).toMatchObject({
    phase: 'failed',
    message: 'The article of this recording is no longer there',
    canRetry: false,
  })
})
