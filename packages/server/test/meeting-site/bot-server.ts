/** A server with bots, the meetings of which are in a site of our own. */
import { execFile, execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { buildCompany, buildMember } from '../../src/company/company.builder.ts'
import type { MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { startTestServer } from '../server.ts'
import { mediaToolPaths, mediaTools } from '../video-files.ts'
import { startMeetingSite, type Room } from './meeting-site.ts'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../../..')

/** The extension of the product, built if its source changed. */
export function buildExtension(): string {
  const program = "import { buildExtension } from './scripts/prepare.mjs'; buildExtension()"
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
  return path.join(root, 'packages/extension/dist/chrome-mv3')
}

export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export async function startBotServer() {
  const site = await startMeetingSite()
  const server = await startTestServer({
    roles: ['api', 'collab', 'bot'],
    extensionDirectory: buildExtension(),
    config: {
      ...mediaToolPaths,
      meetings: { jitsiHosts: [site.host], mail: null },
      bots: { concurrency: 2, chromiumPath, platforms: ['jitsi'], provider: null },
    },
  })
  afterAll(() => site.close())
  const { db } = server
  const company = await buildCompany(db)
  const ines = await buildMember(db, company)
  const token = await server.signIn(ines, company)

  const find = async (id: string) =>
    db.selectFrom('meetings').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return {
    site,
    server,
    db,
    company,
    ines,
    token,
    find,
    phaseOf: async (id: string): Promise<MeetingPhase> => (await find(id)).phase,
    /** Sends the bot now. */
    send: async ({ url }: Room, by = token): Promise<string> => {
      const body = { url, title: 'Review', startAt: null }
      return (await server.call('meeting.add', { body }, by)).ok.meeting.id
    },
  }
}

/** Command lines of the browsers of bots of a server with this data directory. */
export async function listBotBrowsers(dataDirectory: string): Promise<string[]> {
  const { stdout } = await execute('ps', ['-eo', 'pid=,args='])
  return stdout.split('\n').filter((line) => line.includes(`--user-data-dir=${dataDirectory}`))
}

/** Kills one browser of a bot, if there is one. */
export async function killBotBrowser(dataDirectory: string): Promise<void> {
  const [browser] = (await listBotBrowsers(dataDirectory)).filter((line) => !line.includes('--type='))
  if (browser !== undefined) process.kill(Number.parseInt(browser, 10), 'SIGKILL')
}

export const listFiles = (directory: string): Promise<string[]> =>
  readdir(directory, { recursive: true }).catch(() => [])

/** The last time of a picture in a recording, in seconds. */
export async function secondsOf(file: string): Promise<number> {
  const selection = ['-show_entries', 'packet=pts_time', '-select_streams', 'v', '-of', 'csv=p=0']
  const { stdout } = await execute(mediaTools.ffprobe, ['-v', 'error', ...selection, file], { maxBuffer: 50_000_000 })
  return Math.max(...stdout.trim().split('\n').map(Number.parseFloat))
}
