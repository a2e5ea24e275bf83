/** A worker that is killed while it makes an article's rendition, and one that cannot make it. */
import { normalize } from '@knowreel/shared/video/play-map.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { makeNumberedVideo, makeTestFolder, mediaTools, readFrameNumbers } from '../../../test/video-files.ts'
import { openPipeline } from '../pipeline/pipeline.fixture.ts'
import { requestRendition } from './request-rendition.ts'
import { retryRendition } from './retry-rendition.ts'

// Encoding takes longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, connection } = await createTestDatabase()
const folder = await makeTestFolder()
const fixture = fileURLToPath(new URL('../pipeline/pipeline.fixture.ts', import.meta.url))
const recording = path.join(folder, 'recording.mp4')
await makeNumberedVideo(recording, { seconds: 3 })

const rendition = () => db.selectFrom('renditions').selectAll().executeTakeFirstOrThrow()

/** An ffmpeg that does `instead` when its arguments contain this word. */
async function otherProgram(word: string, instead: string): Promise<string> {
  const file = path.join(folder, `other-${instead.replaceAll(/\W/g, '-')}`)
  const script = `#!/bin/sh\ncase "$*" in *${word}*) exec ${instead};; esac\nexec ${mediaTools.ffmpeg} "$@"\n`
  await writeFile(file, script, { mode: 0o755 })
  return file
}

test('a worker killed while it makes a rendition leaves it to the next one, which completes it', async () => {
  const api = await openPipeline({ db, connection, dataDirectory: folder })
  const videoId = await api.upload(recording)
  const { video } = await api.whenSettled(videoId)
  await api.jobs.stop()
  const map = normalize([
    { videoId, in: 533, dur: 500 },
    { videoId, in: 2000, dur: 400 },
  ])
  const asker = await openPipeline({ db, connection, dataDirectory: folder, isWorker: false })
  const asked = { companyId: video.company_id, map }
  await db.transaction().execute((trx) => requestRendition(trx, asker.jobs.enqueue, asked))
  await db.transaction().execute((trx) => requestRendition(trx, asker.jobs.enqueue, asked))
  expect(await sql`select 1 from pgboss.job where name = 'make-rendition'`.execute(db)).toMatchObject({ rows: [{}] })

  const stuck = await otherProgram('encoded-', 'sleep 60')
  const worker = spawn(process.execPath, [fixture, JSON.stringify(connection), folder, stuck, ''], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(worker, 'exit')
  await vi.waitFor(async () => expect((await rendition()).status).toBe('running'), { timeout: 20_000, interval: 20 })
  worker.kill('SIGKILL')
  await exit
  // Simulates an expired lease.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '30 s' where state = 'active'`.execute(db)

  const next = await openPipeline({ db, connection, dataDirectory: folder })
  const hurry = setInterval(() => {
    sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db).catch(() => undefined)
  }, 200)
  try {
    await vi.waitFor(async () => expect((await rendition()).status).toBe('done'), { timeout: 60_000, interval: 50 })
    const made = await rendition()
    expect(made).toMatchObject({ attempts: 2, error: null, duration: 900 })
    expect(await readFrameNumbers(path.join(folder, 'files', made.file_key ?? ''))).toEqual([
      ...Array.from({ length: 15 }, (_, frame) => 16 + frame),
      ...Array.from({ length: 12 }, (_, frame) => 60 + frame),
    ])
  } finally {
    clearInterval(hurry)
    await next.jobs.stop()
    await asker.jobs.stop()
  }
})

test('a rendition that ffmpeg refuses fails with an error, and is made when someone retries', async () => {
  await db.updateTable('renditions').set({ status: 'failed', error: 'video_failed', file_key: null }).execute()
  const { company_id: companyId, map } = await rendition()
  const failing = await otherProgram('encoded-', 'false')
  const media = { ffmpegPath: failing, ffprobePath: mediaTools.ffprobe }
  const broken = await openPipeline({ db, connection, dataDirectory: folder, media })
  expect(await retryRendition({ db, enqueue: broken.jobs.enqueue }, { companyId, map, videos: [] })).toBe(true)
  await vi.waitFor(async () => expect((await rendition()).status).toBe('failed'), { timeout: 30_000, interval: 50 })
  expect(await rendition()).toMatchObject({ error: 'video_unreadable', attempts: 1, file_key: null })
  await broken.jobs.stop()

  const worker = await openPipeline({ db, connection, dataDirectory: folder })
  expect(await retryRendition({ db, enqueue: worker.jobs.enqueue }, { companyId, map, videos: [] })).toBe(true)
  await vi.waitFor(async () => expect((await rendition()).status).toBe('done'), { timeout: 60_000, interval: 50 })
  await worker.jobs.stop()
})
