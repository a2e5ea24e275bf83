/** Workers that are killed in the middle of every step, and servers without the programs they need. */
import type { VideoStep } from '@knowreel/shared/video/video.wire.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { aac, ffmpeg, h264, makeTestFolder, mediaTools, testPattern, tone } from '../../../test/video-files.ts'
import { openPipeline } from './pipeline.fixture.ts'
import { retryVideoStep } from './run/retry-video-step.ts'

// Encoding takes longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, connection } = await createTestDatabase()
const folder = await makeTestFolder()
const fixture = fileURLToPath(new URL('pipeline.fixture.ts', import.meta.url))
const recording = path.join(folder, 'recording.mp4')
// Fragmented, so that the quick look returns nothing and every program is run.
await ffmpeg(...testPattern(2), ...tone(2), ...h264, ...aac, '-movflags', 'frag_keyframe+empty_moov', recording)

/** A program that hangs when its arguments contain this word, and otherwise behaves as ffmpeg or ffprobe. */
async function stuckProgram(word: string, real: string): Promise<string> {
  const file = path.join(folder, `stuck-${path.basename(real)}-${word.replaceAll(/\W/g, '-')}`)
  await writeFile(file, `#!/bin/sh\ncase "$*" in *${word}*) exec sleep 60;; esac\nexec ${real} "$@"\n`, { mode: 0o755 })
  return file
}

const wordOfStep: Readonly<Record<VideoStep, string>> = {
  probe: '-show_format',
  remux: 'main.mp4',
  poster: 'poster.jpg',
  storyboard: 'storyboard.jpg',
  peaks: 's16le',
  audio: 'audio.ogg',
}

async function killIn(step: VideoStep, isRunning: () => Promise<boolean>): Promise<void> {
  const program = step === 'probe' ? 'ffprobe' : 'ffmpeg'
  const stuck = await stuckProgram(wordOfStep[step], mediaTools[program])
  const paths = program === 'ffprobe' ? ['', stuck] : [stuck, '']
  const worker = spawn(process.execPath, [fixture, JSON.stringify(connection), folder, ...paths], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(worker, 'exit')
  try {
    await vi.waitFor(async () => expect(await isRunning()).toBe(true), { timeout: 15_000, interval: 20 })
  } finally {
    worker.kill('SIGKILL')
    await exit
  }
  // Simulates an expired lease.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '30 s' where state = 'active'`.execute(db)
}

const runningAs = async (file: string): Promise<number> => {
  let count = 0
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(file)) count++
  }
  return count
}

const steps = ['probe', 'remux', 'poster', 'storyboard', 'peaks', 'audio'] as const

// A recording for each, because the sound is extracted beside the other steps: every kill may interrupt it, too.
test.for(steps)('a worker killed in the step %s leaves a recording that the next worker finishes', async (killed) => {
  const api = await openPipeline({ db, connection, dataDirectory: folder, isWorker: false })
  const id = await api.upload(recording)
  // Skips the delays between retries, which are not under test.
  const hurry = setInterval(() => {
    sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db).catch(() => undefined)
  }, 200)
  await killIn(killed, async () => (await api.steps(id))[killed]?.status === 'running')
  const worker = await openPipeline({ db, connection, dataDirectory: folder })
  try {
    const { video, steps: ended } = await worker.whenSettled(id)
    expect(video).toMatchObject({ status: 'finished', error: null })
    expect(Object.values(ended).map(({ step, status }) => [step, status])).toEqual(steps.map((step) => [step, 'done']))
    expect(ended[killed]?.attempts).toBe(2)
    expect(await runningAs(folder)).toBe(0)
  } finally {
    clearInterval(hurry)
    await worker.jobs.stop()
    await api.jobs.stop()
  }
})

test('without ffmpeg a recording shows an error, and is processed once ffmpeg is installed and someone retries', async () => {
  const without = await openPipeline({
    db,
    connection,
    dataDirectory: folder,
    media: { ffmpegPath: path.join(folder, 'nowhere') },
  })
  const id = await without.upload(recording)
  expect((await without.whenSettled(id)).video).toMatchObject({ status: 'error', error: 'video_off' })
  await without.jobs.stop()

  const worker = await openPipeline({ db, connection, dataDirectory: folder })
  expect(await retryVideoStep({ db, enqueue: worker.jobs.enqueue }, id, 'probe')).toBe(true)
  expect((await worker.video(id)).status).toBe('processing')
  await delay(0)
  expect((await worker.whenSettled(id)).video).toMatchObject({ status: 'finished', error: null })
  await worker.jobs.stop()
})
