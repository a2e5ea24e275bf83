import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testSecret } from '../../../../test/server.ts'
import { buildCompany, buildMember } from '../../../company/company.builder.ts'
import { openFileStorage } from '../../../platform/files/index.ts'
import { createPartAddresses } from '../../../video/index.ts'
import { storeLost } from '../../after/store-lost.ts'
import { buildMeeting } from '../../meeting.builder.ts'
import { replaceLostBots } from '../../state/sweep-meetings.ts'
import { createRecordingUpload, uploadCalls } from '../recording-upload.ts'
import { createRecoverer } from './recover-recordings.ts'
import { openSpoolFolder } from './spool-folder.ts'
import { describeProcess } from './spool-owner.ts'
import { openSpool } from './spool-source.ts'

const server = await startTestServer()
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const company = await buildCompany(db)
const ines = await buildMember(db, company)
const enqueued: string[] = []
const enqueue = async (_db: unknown, { name }: { name: string }) => void enqueued.push(name)
const noop = () => undefined

let root: string
let origin: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'knowreel-spool-'))
  origin = server.url
  enqueued.splice(0)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const uploading = () => ({
  db,
  files,
  enqueue: enqueue as never,
  addresses: createPartAddresses(testSecret),
  origin: () => origin,
})

function openProcess() {
  const spool = openSpoolFolder(root)
  const recoverer = createRecoverer({ ...uploading(), spool, log: { info: noop, warn: noop, error: noop } })
  return { spool, recoverer }
}

/** A meeting, the recording of which a process left after it had sent the beginning. */
async function arrange(phase: MeetingPhase, { recording, sent }: { recording: string; sent: number }, attempt = 1) {
  const { id } = await buildMeeting(db, { company, organizer: ines, phase })
  await db.updateTable('meetings').set({ heartbeat_at: new Date() }).where('id', '=', id).execute()
  const process = openProcess()
  await process.spool.prepare()
  await writeFile(process.spool.recordingFile({ id, attempt }), recording)
  if (sent > 0) await send(id, recording.slice(0, sent))
  await process.spool.release({ id, attempt })
  return { id, ...process }
}

/** As a bot does that is killed before it ends its recording. */
async function send(id: string, text: string): Promise<void> {
  const source = await openSpool(path.join(root, 'sent'))
  await source.append(Buffer.from(text))
  const calls = uploadCalls(uploading(), { id, attempt: 1, companyId: company.id, organizerId: ines.id }, 'video/webm')
  const upload = createRecordingUpload({ ...source, mime: 'video/webm' }, calls)
  source.end()
  await Promise.race([
    upload.run(),
    new Promise<void>((resolve) => {
      calls.accept = async () => {
        resolve()
        await upload.cancel()
        throw new Error('killed')
      }
    }),
  ])
  await source.remove()
}

const find = (id: string) => db.selectFrom('meetings').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function stored(id: string): Promise<string | null> {
  const { video_id: videoId } = await find(id)
  if (videoId === null) return null
  const { original_key: key } = await db
    .selectFrom('videos')
    .where('id', '=', videoId)
    .select('original_key')
    .executeTakeFirstOrThrow()
  return files.withLocalFile(key ?? '', (file) => readFile(file, 'utf8'))
}

const recordingsLeft = async () =>
  (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.recording'))

describe('a recording that a killed bot left', () => {
  test.each([
    ['after some of it was sent', 'recording', 4],
    ['before any of it was sent', 'recording', 0],
    ['after all of it was sent', 'uploading', 10],
  ] as const)('%s is stored to its end, once', async (_name, phase, sent) => {
    const { id, recoverer } = await arrange(phase, { recording: '0123456789', sent })
    await Promise.all([recoverer.recover(), recoverer.recover()])
    expect(await stored(id)).toBe('0123456789')
    expect(await find(id)).toMatchObject({ phase: 'transcribing', heartbeat_at: null, attempt: 1 })
    expect(enqueued.filter((name) => name === 'process-video')).toHaveLength(1)
    expect(await recordingsLeft()).toEqual([])
  })

  test('is not stored if the meeting has another attempt, is not recorded yet, or is over', async () => {
    const { id, recoverer } = await arrange('recording', { recording: '0123456789', sent: 0 }, 2)
    await recoverer.recover()
    expect(await find(id)).toMatchObject({ phase: 'recording', attempt: 1 })
    for (const phase of ['inCall', 'scheduled', 'finished', 'failed'] as const) {
      const other = await arrange(phase, { recording: '0123456789', sent: 0 })
      await other.recoverer.recover()
      expect(await find(other.id)).toMatchObject({ phase, video_id: null })
    }
    expect(await recordingsLeft()).toEqual([])
  })

  test('that is shorter than what was sent, because the machine lost power, ends where the server has it', async () => {
    const { id, spool, recoverer } = await arrange('recording', { recording: '0123456789', sent: 10 })
    await writeFile(spool.recordingFile({ id, attempt: 1 }), '01234')
    await recoverer.recover()
    expect(await stored(id)).toBe('0123456789')
  })

  test('without a byte fails the meeting', async () => {
    const { id, recoverer } = await arrange('recording', { recording: '', sent: 0 })
    await recoverer.recover()
    expect(await find(id)).toMatchObject({ phase: 'failed', failure: { code: 'nothing_recorded' } })
    expect(await recordingsLeft()).toEqual([])
  })

  test('is finished by the next process if this one is killed while it sends', async () => {
    const { id, recoverer } = await arrange('recording', { recording: '0123456789', sent: 4 })
    // Parts arrive, but nobody answers.
    const silent: Server = createServer(noop)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const recovering = recoverer.recover()
    await new Promise((resolve) => silent.once('request', resolve))
    await recoverer.stop()
    silent.closeAllConnections()
    silent.close()
    await recovering
    expect(await recordingsLeft()).toHaveLength(1)
    expect(await find(id)).toMatchObject({ phase: 'uploading', video_id: null })
    origin = server.url
    const next = openProcess()
    await writeOwnerOfEnded()
    await next.recoverer.recover()
    expect(await stored(id)).toBe('0123456789')
  })

  /** All folders belong to a process that has ended. */
  async function writeOwnerOfEnded() {
    for (const folder of await readdir(root)) {
      const ended = { ...(await describeProcess()), startedAt: 'before' }
      await writeFile(path.join(root, folder, 'owner.json'), JSON.stringify(ended))
    }
  }
})

describe('the job for lost bots', () => {
  test('waits for the process that finishes the recording', async () => {
    const { id } = await arrange('uploading', { recording: '0123456789', sent: 4 })
    await storeLost({ ...uploading(), recoverRecordings: async () => undefined }, id)
    expect(await find(id)).toMatchObject({ phase: 'uploading', video_id: null })
    expect(await replaceLostBots(db, enqueue as never)).toBe(0)
  })

  test('finishes it from the spool, otherwise from what was sent', async () => {
    const forget = (id: string) =>
      db
        .updateTable('meetings')
        .set({ heartbeat_at: sql<Date>`now() - interval '2 minutes'` })
        .where('id', '=', id)
        .execute()
    for (const hasSpool of [true, false]) {
      const { id, recoverer } = await arrange('recording', { recording: '0123456789', sent: 4 })
      await forget(id)
      await replaceLostBots(db, enqueue as never)
      expect(enqueued).toContain('store-lost-recording')
      await storeLost(
        { ...uploading(), recoverRecordings: async () => (hasSpool ? recoverer.recover() : undefined) },
        id,
      )
      expect(await stored(id)).toBe(hasSpool ? '0123456789' : '0123')
    }
  })
})
