import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { chromiumPath, listBotBrowsers, listFiles, startBotServer } from '../../../test/meeting-site/bot-server.ts'

const { site, server, db, send, phaseOf, find } = await startBotServer()

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 25_000, interval: 100 })

test.runIf(existsSync(chromiumPath))(
  'a bot joins, announces itself, records, and leaves when somebody asks it to stop',
  async () => {
    const room = site.open()
    room.add({ name: 'Jonas', hertz: 440 })
    const id = await send(room)
    await until(() => expect(room.messages[0]?.text).toContain('records this meeting for'))
    expect(room.visitors).toEqual([expect.stringMatching(/^Knowreel \(records for .+\)$/)])
    await until(async () => expect(await phaseOf(id)).toBe('recording'))
    // Nothing is stored before the announcement was seen.
    const stored = await db.selectFrom('video_parts').select('created_at').execute()
    for (const { created_at: at } of stored) expect(at.getTime()).toBeGreaterThan(room.messages[0]?.at ?? Infinity)
    await until(async () => expect(await db.selectFrom('video_parts').select('id').execute()).not.toEqual([]))
    const askedAt = Date.now()
    room.write('Jonas', 'Please stop recording')
    await until(() => expect(room.present).toBe(0))
    expect((room.leftAt ?? Infinity) - askedAt).toBeLessThan(5000)
    expect(room.messages.at(-1)?.text).toBe('The recording has ended.')

    await until(async () => expect(await phaseOf(id)).toBe('transcribing'))
    const { article_id: articleId, video_id: videoId } = await find(id)
    const video = await db.selectFrom('videos').where('id', '=', videoId).selectAll().executeTakeFirstOrThrow()
    expect(video).toMatchObject({ article_id: articleId, mime: expect.stringMatching(/^video\/webm/) })
    const record = await db
      .selectFrom('meeting_records')
      .where('meeting_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(record.participants).toMatchObject([{ name: 'Jonas' }])
    await until(async () => expect(await listBotBrowsers(server.dataDirectory)).toEqual([]))
    // Only who owns the folder of the process is left in it.
    const left = await listFiles(path.join(server.dataDirectory, 'bots'))
    expect(left).toEqual([expect.any(String), expect.stringMatching(/owner\.json$/)])
  },
)
