/** Bots in real browsers at real times: every way into a call and out of it, and what happens when something is killed. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { killBotBrowser, listBotBrowsers, secondsOf, startBotServer } from '../../../test/meeting-site/bot-server.ts'
import type { Reception, Room } from '../../../test/meeting-site/meeting-site.ts'
import { makeTestFolder, mediaTools } from '../../../test/video-files.ts'
import { buildMember } from '../../company/company.builder.ts'
import { openFileStorage } from '../../platform/files/index.ts'
import { testSecret } from '../../../test/server.ts'

const { site, server, db, company, send, phaseOf, find } = await startBotServer()
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const folder = await makeTestFolder()
const execute = promisify(execFile)
const minuteMs = 60_000
vi.setConfig({ testTimeout: 14 * minuteMs })

const until = (check: () => Promise<void> | void, timeout = 40_000) => vi.waitFor(check, { timeout, interval: 200 })
const over = new Set(['failed', 'noShow', 'transcribing', 'drafting', 'finished'])

async function ends(id: string, timeout = 60_000) {
  await until(async () => expect(over.has(await phaseOf(id))).toBe(true), timeout)
  const { phase, failure } = await find(id)
  const endedAt = Date.now()
  await until(async () => expect(await listBotBrowsers(server.dataDirectory)).toEqual([]), minuteMs)
  expect(Date.now() - endedAt).toBeLessThan(minuteMs)
  return { phase, code: failure?.code ?? null }
}

const speakers = [
  { name: 'Ines Lund', hertz: 440 },
  { name: 'Jonas Weber', hertz: 880 },
  { name: 'Maya Okafor', hertz: 1320 },
]
const fill = (room: Room) => {
  for (const person of speakers) room.add(person)
}

/** The recording of a meeting as a file. */
async function download(id: string): Promise<string> {
  const { video_id: videoId } = await find(id)
  const video = await db.selectFrom('videos').where('id', '=', videoId).selectAll().executeTakeFirstOrThrow()
  return files.withLocalFile(video.original_key ?? '', async (file) => {
    const copy = path.join(folder, `${id}.webm`)
    await execute('cp', [file, copy])
    return copy
  }) as Promise<string>
}

const run = async (program: 'ffmpeg' | 'ffprobe', ...parameters: string[]) =>
  execute(mediaTools[program], parameters, { maxBuffer: 50_000_000 })

/** The mean volume, in decibels, of a band around this frequency. */
async function volumeAt(file: string, hertz: number, from: number, to: number): Promise<number> {
  const filter = `bandpass=f=${hertz}:width_type=h:w=40,volumedetect`
  const { stderr } = await run(
    'ffmpeg',
    '-ss',
    `${from}`,
    '-to',
    `${to}`,
    '-i',
    file,
    '-vn',
    '-af',
    filter,
    '-f',
    'null',
    '-',
  )
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -91)
}

describe('a recording', () => {
  test('contains who speaks, one after the other, and their pictures', async () => {
    const room = site.open()
    fill(room)
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    const startedAt = Date.now()
    const spoken: number[] = []
    for (const { name } of speakers) {
      room.speak(name)
      spoken.push((Date.now() - startedAt) / 1000)
      await new Promise((resolve) => setTimeout(resolve, 5000))
    }
    room.end()
    expect(await ends(id)).toEqual({ phase: 'transcribing', code: null })
    const file = await download(id)
    expect(await secondsOf(file)).toBeGreaterThan(13)
    for (const [index, { hertz }] of speakers.entries()) {
      const from = (spoken[index] ?? 0) + 2
      const volumes = await Promise.all(speakers.map((one) => volumeAt(file, one.hertz, from, from + 2)))
      expect(Math.max(...volumes)).toBe(await volumeAt(file, hertz, from, from + 2))
      expect(volumes[index]).toBeGreaterThan(-40)
    }
    // Most frames differ, so the counters run; a busy machine repeats some.
    const { stdout } = await run('ffmpeg', '-v', 'error', '-i', file, '-an', '-vf', 'fps=2', '-f', 'framemd5', '-')
    const frames = stdout
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(',').at(-1))
    expect(new Set(frames).size).toBeGreaterThan(frames.length / 2)
    const record = await db
      .selectFrom('meeting_records')
      .where('meeting_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(record.participants.map(({ name }) => name)).toEqual(speakers.map(({ name }) => name))
    expect(record.speakers.map(({ name }) => name).slice(-3)).toEqual(speakers.map(({ name }) => name))
  })

  test('ends when everybody has left', async () => {
    const room = site.open()
    room.add({ name: 'Ines' })
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    room.remove('Ines')
    expect(await ends(id, 2 * minuteMs)).toMatchObject({ phase: 'transcribing' })
  })

  test.each<[string, (room: Room) => void]>([
    ['the host ends the call', (room) => room.end()],
    ['the bot is removed', (room) => room.kick()],
    ['the page freezes', (room) => room.freeze()],
  ])('is kept when %s', async (_, happen) => {
    const room = site.open()
    fill(room)
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    await new Promise((resolve) => setTimeout(resolve, 4000))
    happen(room)
    expect(await ends(id)).toEqual({ phase: 'transcribing', code: null })
    expect(await secondsOf(await download(id))).toBeGreaterThan(3)
  })
})

describe('a bot', () => {
  test('waits in the lobby until it is let in', async () => {
    const room = site.open('lobby')
    fill(room)
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('waiting'))
    room.admit()
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    // A call that ends before its first second arrived has no recording.
    await new Promise((resolve) => setTimeout(resolve, 4000))
    room.end()
    expect(await ends(id)).toMatchObject({ phase: 'transcribing' })
  })

  test('says its name at the entrance', async () => {
    const room = site.open('entrance')
    fill(room)
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    expect(room.visitors).toEqual([expect.stringContaining('Knowreel (records for ')])
    room.end()
    await ends(id)
  })

  test.each<[Reception, ((room: Room) => void) | null, string, string]>([
    ['refuse', null, 'failed', 'entry_refused'],
    ['password', null, 'failed', 'wrong_password'],
    ['account', null, 'failed', 'sign_in_required'],
    ['strange', null, 'failed', 'page_unknown'],
    ['freeze', null, 'failed', 'page_frozen'],
    ['lobby', (room) => room.decline(), 'failed', 'entry_refused'],
    ['open', (room) => room.kick(), 'failed', 'removed'],
    ['open', (room) => room.end(), 'noShow', 'ended_early'],
    ['open', (room) => room.muteChat(), 'failed', 'announcement_failed'],
    ['open', (room) => room.write('Ines', 'stop recording'), 'failed', 'objected'],
  ])('that meets “%s” reports only what it saw', async (reception, happen, phase, code) => {
    const room = site.open(reception)
    // Chats that lose messages lose the announcement; otherwise nobody is there yet.
    const isChatLost = code === 'announcement_failed'
    if (isChatLost) {
      room.muteChat()
      fill(room)
    }
    const id = await send(room)
    if (happen !== null && !isChatLost) {
      await until(() => expect(room.present).toBe(1))
      await until(async () => expect(['waiting', 'inCall']).toContain(await phaseOf(id)))
      happen(room)
      if (code === 'objected') room.add({ name: 'Ines' })
    }
    expect(await ends(id, 2 * minuteMs)).toEqual({ phase, code })
    expect(await db.selectFrom('video_parts').where('video_id', 'is', null).select('id').execute()).toEqual([])
  })

  test('that nobody lets in leaves after ten minutes', async () => {
    const [lobby, empty] = [site.open('lobby'), site.open()]
    const ids = [await send(lobby), await send(empty)] as const
    await until(
      async () => expect(over.has(await phaseOf(ids[0])) && over.has(await phaseOf(ids[1]))).toBe(true),
      12 * minuteMs,
    )
    expect((await find(ids[0])).failure?.code).toBe('lobby_timeout')
    expect((await find(ids[1])).failure?.code).toBe('nobody_came')
    await until(async () => expect(await listBotBrowsers(server.dataDirectory)).toEqual([]), minuteMs)
  })

  test('whose browser is killed keeps what it recorded', async () => {
    const room = site.open()
    fill(room)
    const id = await send(room)
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    await new Promise((resolve) => setTimeout(resolve, 8000))
    await killBotBrowser(server.dataDirectory)
    expect(await ends(id)).toEqual({ phase: 'transcribing', code: null })
    expect(await secondsOf(await download(id))).toBeGreaterThan(5)
  })

  test('comes once, however many members have the meeting', async () => {
    const room = site.open()
    fill(room)
    const colleague = await server.signIn(await buildMember(db, company), company)
    const ids = await Promise.all([send(room), send(room, colleague)])
    const [id] = ids
    expect(ids).toEqual([id, id])
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    expect(room.maxPresent).toBe(1)
    room.end()
    await ends(id)
    expect(room.visitors).toHaveLength(1)
  })
})
