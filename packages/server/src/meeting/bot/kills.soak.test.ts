/** Kills bots, their browsers and the server at random moments: what was recorded lasts, and every meeting ends. */
import { copyFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import {
  buildExtension,
  chromiumPath,
  killBotBrowser,
  listBotBrowsers,
  secondsOf,
} from '../../../test/meeting-site/bot-server.ts'
import { startMeetingSite } from '../../../test/meeting-site/meeting-site.ts'
import { prepareKillableServer } from '../../../test/servers/killable-server.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { openFileStorage } from '../../platform/files/index.ts'
import { startSession } from '../../user/index.ts'

const minuteMs = 60_000
const kills = Number(process.env['KILLS'] ?? 6)
const targets = ['bot', 'browser', 'server'] as const
/** The most that a kill may cost, unless the browser had not delivered more: it encodes late on a busy machine. */
const lostSeconds = 10
/** The last chunk may be half written. */
const lostOfSpoolSeconds = 1

buildExtension()
const site = await startMeetingSite()
afterAll(() => site.close())
const { db, connection } = await createTestDatabase()
const secret = newId()
const settings = { MEETING_JITSI_HOSTS: site.host, SECRET: secret, OCR: 'off' }
const server = await prepareKillableServer(connection, { settings: { ...settings, ROLES: 'api,collab,worker' } })
const { dataDirectory } = server
const bot = await prepareKillableServer(connection, {
  settings: { ...settings, ROLES: 'bot', PUBLIC_URL: server.url, CHROMIUM_PATH: chromiumPath },
  sharedDirectory: dataDirectory,
})

const until = (check: () => Promise<void> | void, timeout = 2 * minuteMs) =>
  vi.waitFor(check, { timeout, interval: 200 })
const find = (id: string) => db.selectFrom('meetings').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const recorded = new Set(['transcribing', 'drafting', 'finished'])
const ended = new Set([...recorded, 'failed', 'noShow'])

/** A bot that was killed before it recorded counts as lost now, not only after a minute and a half. */
const forgetSignsOfLife = (id: string) =>
  db
    .updateTable('meetings')
    .set({ heartbeat_at: sql<Date>`heartbeat_at - interval '2 minutes'` })
    .where('id', '=', id)
    .where('phase', 'in', ['joining', 'waiting', 'inCall'])
    .execute()

/** The last time of a picture that the browser delivered to the disk; null if nothing is left there. */
async function spooledSeconds(id: string): Promise<number | null> {
  const spool = path.join(dataDirectory, 'bots')
  const names = await readdir(spool, { recursive: true }).catch(() => [])
  const name = names.find((one) => path.basename(one).startsWith(`${id}.`) && one.endsWith('.recording'))
  if (name === undefined) return null
  const copy = path.join(dataDirectory, 'spooled')
  try {
    await copyFile(path.join(spool, name), copy)
    return await secondsOf(copy)
  } catch {
    // Stored and removed in the meantime, or less than a first picture.
    return null
  } finally {
    await rm(copy, { force: true })
  }
}

/** Returns how long what is on the disk at that moment is. */
async function kill(target: (typeof targets)[number], id: string): Promise<number | null> {
  switch (target) {
    case 'browser':
      await killBotBrowser(dataDirectory)
      return spooledSeconds(id)
    case 'server':
      await server.kill()
      await server.start()
      return null
    case 'bot': {
      await bot.kill()
      await until(async () => expect(await listBotBrowsers(dataDirectory)).toEqual([]))
      const spooled = await spooledSeconds(id)
      await forgetSignsOfLife(id)
      await bot.start()
      return spooled
    }
  }
}

test(
  `${kills} kills leave every recording to within ${lostSeconds} seconds, no meeting without an end, and no room with two bots`,
  { timeout: (kills + 10) * 3 * minuteMs },
  async () => {
    const company = await buildCompany(db)
    const token = await startSession(db, { userId: company.owner.id, companyId: company.id, userAgent: null })
    const files = await openFileStorage({ dataDirectory, secret })
    await server.start()
    await bot.start()
    const ids: string[] = []
    const shortfalls: string[] = []
    for (let round = 0; round < kills; round++) {
      const target = targets[round % targets.length] ?? 'bot'
      const room = site.open()
      room.add({ name: 'Ines', hertz: 440 })
      const answer = await fetch(`${server.url}/api/meetings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: room.url, title: `${round} ${target}`, startAt: null }),
      })
      const { id } = ((await answer.json()) as { meeting: { id: string } }).meeting
      ids.push(id)
      await until(async () => expect((await find(id)).phase).not.toBe('scheduled'))
      await delay(Math.random() * 25_000)
      const before = await find(id)
      const killedAt = Date.now()
      let spooled = await kill(target, id)
      // A meeting whose bot was killed before it recorded is tried again, unless the bot saw it end.
      await until(async () => expect(['recording', 'uploading', ...ended]).toContain((await find(id)).phase))
      let keptUntil = killedAt
      const after = await find(id)
      if (after.phase === 'recording') {
        await delay(3000)
        // The phase of a recording that a kill ended changes when that is noticed.
        const endsAtKill = target === 'bot' && spooled !== null
        if (!endsAtKill && (await find(id)).phase === 'recording') {
          keptUntil = Date.now()
          spooled = await spooledSeconds(id)
        }
        room.end()
      }
      await until(async () => expect(ended).toContain((await find(id)).phase))
      expect(room.maxPresent).toBeLessThan(2)
      const { phase, video_id: videoId, failure } = await find(id)
      const begin = before.phase === 'recording' ? before : after.phase === 'recording' ? after : null
      const wanted = begin === null ? 0 : (keptUntil - begin.phase_since.getTime()) / 1000 - lostSeconds
      const key =
        videoId === null
          ? null
          : (await db.selectFrom('videos').where('id', '=', videoId).select('original_key').executeTakeFirst())
              ?.original_key
      // A browser that is killed immediately leaves less than a first picture.
      const read = (file: string) => secondsOf(file).catch(() => 0)
      const seconds = key ? ((await files.withLocalFile(key, read)) ?? 0) : 0
      const least = spooled === null ? wanted : spooled - lostOfSpoolSeconds
      const facts = `${seconds} of ${wanted + lostSeconds} s, on the disk ${spooled ?? 'none'}`
      const line = `${round} ${target} in ${before.phase}: ${phase} ${failure?.code ?? ''}, ${facts}`
      process.stdout.write(`${line}\n`)
      // Everything that a killed bot had on the disk is stored, however little it was.
      if (
        seconds < (target === 'bot' ? least : Math.min(wanted, least)) ||
        (before.phase !== 'recording' && target === 'bot' && !recorded.has(phase))
      )
        shortfalls.push(line)
      await until(async () => expect(await listBotBrowsers(dataDirectory)).toEqual([]), minuteMs)
    }
    expect(shortfalls).toEqual([])
    // Everything comes to its end, with exactly one article and one video for each recording.
    await until(async () => {
      const open = await db.selectFrom('meetings').where('deadline_at', 'is not', null).select('title').execute()
      expect(open).toEqual([])
    }, 10 * minuteMs)
    const kept = await db
      .selectFrom('meetings as m')
      .innerJoin('videos as v', 'v.id', 'm.video_id')
      .where('m.id', 'in', ids)
      .select(['m.article_id as articleId', 'v.article_id as articleOfVideo', 'v.status', 'm.phase'])
      .execute()
    for (const one of kept) {
      expect(one.articleId).toBe(one.articleOfVideo)
      expect(one.status).toBe(one.phase === 'finished' ? 'finished' : 'error')
    }
    const { count } = await db
      .selectFrom('videos')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(kept.length)
  },
)
