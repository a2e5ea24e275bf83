/** Uploads over an unreliable connection, to a server that is killed. UPLOAD_MB sets the size of the recording. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import {
  createUpload,
  fileSource,
  memoryJournal,
  createJournalEntry,
  type JournalEntry,
} from '../../packages/recorder/src/upload/index.ts'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import { openFaultProxy } from '../support/fault-proxy.ts'
import { alwaysOnline, nodeCalls, nodeTransport, signUp } from '../support/node-uploader.ts'
import { startServer, type RunningServer } from '../support/server.ts'

const megabytes = Number(process.env.UPLOAD_MB ?? 64)
const size = megabytes * 1_000_000
const seed = Number(process.env.UPLOAD_SEED ?? (process.env.SOAK ? Date.now() % 1_000_000 : 7))

/** mulberry32: a failed run can be repeated with its seed. */
function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.describe.configure({ timeout: 120_000 + megabytes * 1500 })

let server: RunningServer
let token: string
test.beforeAll(async () => {
  server = await startServer()
  token = await signUp(server.baseURL)
})
test.afterAll(() => server.stop())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Files in the server's upload folder. */
const storedUploads = () => {
  const folder = path.join(server.dataDirectory, 'files/originals')
  // The folder is created with the first upload.
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bin'))
    .map((name) => sha256(readFileSync(path.join(folder, name))))
}
const newFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'Rooftop.webm', { type: 'video/webm' })

test('a recording of several parts is playable when the progress bar is full', async () => {
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env.FFMPEG_PATH ?? null,
    ffprobePath: process.env.FFPROBE_PATH ?? null,
  })
  const made = path.join(server.dataDirectory, 'Rooftop.mp4')
  const picture = ['-f', 'lavfi', '-t', '6', '-i', 'nullsrc=size=640x360:rate=30,geq=random(1)*255:128:128']
  const sound = ['-f', 'lavfi', '-t', '6', '-i', 'sine=frequency=440:sample_rate=48000']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '20M', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, made])
  const file = new File([readFileSync(made)], 'Rooftop.mp4', { type: 'video/mp4' })
  expect(file.size).toBeGreaterThan(9_000_000)
  const percents: number[] = []
  const upload = createUpload({
    source: fileSource(file),
    entry: await createJournalEntry({ owner: 'ines', file }),
    calls: nodeCalls(server.baseURL, token),
    transport: nodeTransport(server.baseURL),
    journal: memoryJournal(),
    connection: alwaysOnline,
    onState: ({ percent }) => percents.push(percent),
  })
  const state = await upload.run()
  expect(state).toMatchObject({ phase: 'finished', percent: 100, message: null, video: { status: 'finished' } })
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents).toContain(50)
  expect(state.video?.duration).toBeGreaterThan(5900)
  const piece = await fetch(new URL(state.video?.url ?? '', server.baseURL), { headers: { range: 'bytes=0-99' } })
  expect([piece.status, piece.headers.get('content-type')]).toEqual([206, 'video/mp4'])
})

test('over a connection that drops, stalls, returns 502 and 413 and loses responses, no byte is lost and few are sent twice @soak', async () => {
  const bytes = randomBytes(size)
  const proxy = await openFaultProxy(server.baseURL, {
    random: seeded(seed),
    maxPartBytes: Math.max(3_000_000, size / 20),
    chooseFault(random, { method }) {
      const dice = random()
      if (method !== 'PUT') return dice < 0.1 ? 'drop' : dice < 0.2 ? 502 : 'none'
      if (dice < 0.55) return 'drop'
      if (dice < 0.63) return 'stall'
      if (dice < 0.7) return 502
      if (dice < 0.75) return 413
      return dice < 0.8 ? 'lose the answer' : 'none'
    },
  })
  const file = newFile(bytes)
  const upload = createUpload({
    source: fileSource(file),
    entry: await createJournalEntry({ owner: 'ines', file }),
    calls: nodeCalls(proxy.url, token),
    transport: nodeTransport(proxy.url),
    journal: memoryJournal(),
    connection: alwaysOnline,
    stallMs: 1500,
  })
  const state = await upload.run()
  await proxy.close()
  const resent = proxy.receivedBytes() / size - 1
  const summary = JSON.stringify({ seed, resent, faults: [...proxy.faults] })
  test.info().annotations.push({ type: 'line', description: summary })
  // Random bytes are not a video: the server received all of them and says so.
  expect(state).toMatchObject({ phase: 'failed', message: 'Only WebM, MP4 and QuickTime recordings can be used' })
  expect(storedUploads()).toContain(sha256(bytes))
  expect(resent, summary).toBeLessThan(0.05)
})

test('while the server and the browser are killed repeatedly, the upload continues and leaves nothing behind @soak', async () => {
  const bytes = randomBytes(size)
  const random = seeded(seed + 1)
  const file = newFile(bytes)
  const journal = memoryJournal()
  await journal.save(await createJournalEntry({ owner: 'ines', file }))
  // Slow enough to be killed during the upload.
  const proxy = await openFaultProxy(server.baseURL, {
    random,
    maxPartBytes: size / 8,
    chooseFault: (next, { method }) => (method === 'PUT' && next() < 0.6 ? 'drop' : 'none'),
  })
  const before = storedUploads().length
  /** A page from its opening until the upload ends or the page is killed. */
  const openPage = async (entry: JournalEntry, livesMs: number) => {
    let isDead = false
    const upload = createUpload({
      source: fileSource(file),
      entry,
      calls: nodeCalls(proxy.url, token),
      transport: nodeTransport(proxy.url),
      // A killed page writes nothing.
      journal: {
        ...journal,
        save: async (next) => (isDead ? undefined : journal.save(next)),
        remove: async () => undefined,
      },
      connection: alwaysOnline,
      stallMs: 1500,
    })
    const ended = upload.run()
    const state = await Promise.race([ended, delay(livesMs)])
    isDead = true
    if (state === undefined) await upload.cancel()
    return state ?? null
  }

  let kills = 0
  let isOver = false
  // Triggered by bytes received, not by time: on some disks the whole upload takes a second.
  const killing = (async () => {
    for (let killAt = size * random() * 0.2; !isOver && kills < 4; killAt += size * (0.1 + random() * 0.1)) {
      while (!isOver && proxy.receivedBytes() < killAt) await delay(5)
      if (isOver) break
      kills++
      await server.restart('SIGKILL')
    }
  })()
  let state = null
  for (let pages = 0; state === null; pages++) {
    const [entry] = await journal.list('ines')
    if (entry === undefined) throw new Error('The journal is empty')
    state = await openPage(entry, pages < 4 ? 1000 + random() * 3000 : 300_000)
  }
  isOver = true
  await killing
  await proxy.close()
  expect(state.message, JSON.stringify(state)).toBe('Only WebM, MP4 and QuickTime recordings can be used')
  expect(kills).toBeGreaterThan(0)
  const stored = storedUploads()
  expect(stored).toContain(sha256(bytes))
  expect(stored).toHaveLength(before + 1)
})
