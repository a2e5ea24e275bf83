/**
 * From the stop of a recording to the moment at which a colleague sees it play. Recordings of one and of thirty minutes
 * are fed to the recorder faster than they would be made; recordings of a minute are also made by the extension.
 */
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openFeedPage } from '../../e2e/recorder/open-feed-page.ts'
import { writeTone } from '../../e2e/support/counted-frames.ts'
import {
  allowDevices,
  connectExtension,
  launchExtensionBrowser,
  removeExtension,
  startFromPopup,
  unpackExtension,
} from '../../e2e/support/extension-browser.ts'
import type { RunningServer } from '../../e2e/support/server.ts'
import { buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { commandArguments } from '../../packages/server/src/platform/media/index.ts'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { percentile, report, round } from '../report.ts'
import { measureRecording, measuringPage } from './measure-recording.ts'

const rounds = { 1: 12, 30: 6 } as const
const recordedRounds = 3
const recordedMs = 60_000
const budget = 'p50 ≤ 1,000 ms, p95 ≤ 3,000 ms'

type Author = { readonly userId: string; readonly token: string; readonly workspaceId: string }
type Stage = {
  readonly server: RunningServer
  readonly db: Db
  readonly author: Author
  /** Has the rights of an editor. */
  readonly colleague: { readonly token: string; readonly page: Page }
}

export async function benchRecorder(server: RunningServer, db: Db): Promise<void> {
  const company = await buildCompany(db)
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const member = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: member, role: 'editor' })
  const signIn = (user: { id: string }) => startSession(db, { userId: user.id, companyId: company.id, userAgent: null })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-bench-recorder-'))
  const browser = await chromium.launch(launchOptions())
  try {
    const page = await (await browser.newContext({ baseURL: server.baseURL })).newPage()
    await page.goto('/login')
    const author = { userId: company.owner.id, token: await signIn(company.owner), workspaceId: workspace.id }
    const stage: Stage = { server, db, author, colleague: { token: await signIn(member), page } }
    for (const minutes of [1, 30] as const) await benchFed(stage, folder, minutes)
    await benchRecorded(stage, folder)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const launchOptions = () => ({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})

async function benchFed(stage: Stage, folder: string, minutes: keyof typeof rounds): Promise<void> {
  const file = await renderRecording(folder, minutes)
  const files = await serveFile(file)
  const browser = await chromium.launch(launchOptions())
  const context = await browser.newContext()
  const plays: number[] = []
  const accepted: number[] = []
  try {
    const page = await openFeedPage(context, stage.server.baseURL)
    for (let i = 0; i < rounds[minutes]; i++) {
      const draft = await buildDraft(stage.db, {
        workspace: { id: stage.author.workspaceId },
        author: { id: stage.author.userId },
        textTabs: [],
      })
      await page.evaluate(([token, id]) => window.feed.open(token, id), [stage.author.token, draft.id] as const)
      await page.evaluate(([url, ms]) => window.feed.feedFile(url, ms), [files.url, minutes * 60_000] as const)
      const playing = watchDraft(stage, draft.id)
      const { stoppedAt, acceptedAt } = await page.evaluate(() => window.feed.stop())
      plays.push((await playing) - stoppedAt)
      accepted.push(acceptedAt - stoppedAt)
      await endEncoding(stage)
    }
  } finally {
    await browser.close()
    files.close()
    await rm(file)
  }
  report(
    'stop to play, fed',
    {
      minutes,
      rounds: plays.length,
      p50Ms: percentile(plays, 0.5),
      p95Ms: percentile(plays, 0.95),
      acceptedP50Ms: percentile(accepted, 0.5),
    },
    budget,
  )
}

/** As the recorder's files are: VP9 and Opus without duration and index. */
async function renderRecording(folder: string, minutes: number): Promise<string> {
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const run = (...parameters: string[]) => promisify(execFile)(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...parameters])
  const [short, long] = [path.join(folder, 'short.webm'), path.join(folder, `${minutes}.webm`)]
  await run(
    ...commandArguments`-f lavfi -i testsrc2=size=1280x720:rate=30,noise=alls=20:allf=t -f lavfi -i sine=sample_rate=48000`,
    ...commandArguments`-t 12 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -b:v 2500k -g 30 -c:a libopus ${short}`,
  )
  await run(...commandArguments`-stream_loop ${minutes * 5 - 1} -i ${short} -c copy -live 1 ${long}`)
  await rm(short)
  return long
}

async function serveFile(file: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/webm', 'access-control-allow-origin': '*' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** Resolves to the time at which the colleague sees the recording of a draft play, in milliseconds since 1970. */
const watchDraft = ({ colleague: { page, token } }: Stage, articleId: string): Promise<number> =>
  page.evaluate(
    async ([id, authorization]) => {
      const readUrl = async (): Promise<string | null> => {
        const response = await fetch(`/api/draft/${id}`, { headers: { authorization } })
        const { article } = (await response.json()) as { article?: { videos: { url: string | null }[] } }
        return article?.videos[0]?.url ?? null
      }
      let url = await readUrl()
      while (url === null) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        url = await readUrl()
      }
      const video = document.createElement('video')
      video.muted = true
      video.src = url
      await video.play()
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      const shownAt = Date.now()
      video.removeAttribute('src')
      video.load()
      return shownAt
    },
    [articleId, `Bearer ${token}`] as const,
  )

/** Encoding for browsers that cannot play the first file would slow down the next round. */
async function endEncoding({ server, db }: Stage): Promise<void> {
  await sql`delete from pgboss.job where name = 'transcode-video'`.execute(db)
  await server.restart('SIGTERM')
  await sql`delete from pgboss.job where name = 'transcode-video'`.execute(db)
}

async function benchRecorded(stage: Stage, folder: string): Promise<void> {
  const { server, db, author } = stage
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const extension = await unpackExtension(server.baseURL)
  // The microphone hears nothing; the browser's own would beep.
  const silence = path.join(folder, 'silence.wav')
  writeTone(silence, 0)
  const context = await launchExtensionBrowser({
    profile: path.join(folder, 'profile'),
    extension,
    url: server.baseURL,
    args: [`--use-file-for-fake-audio-capture=${silence}`],
    options: launchOptions(),
  })
  const figures: Record<'plays' | 'links' | 'dropped' | 'sound' | 'length', number[]> = {
    plays: [],
    links: [],
    dropped: [],
    sound: [],
    length: [],
  }
  try {
    await context.addCookies([{ name: 'knowreel_token', value: author.token, url: server.baseURL }])
    await context.route('https://console.example.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: measuringPage }),
    )
    await connectExtension(context.pages()[0] ?? (await context.newPage()))
    await allowDevices(context)
    const tab = await context.newPage()
    await tab.goto('https://console.example.org/')
    for (let i = 0; i < recordedRounds; i++) {
      const { file, linkMs, playMs } = await recordMinute(stage, context, tab)
      const { droppedShare, soundOffsetMs, lengthErrorMs } = measureRecording(file, ffmpeg)
      figures.plays.push(playMs)
      figures.links.push(linkMs)
      figures.dropped.push(droppedShare * 100)
      figures.sound.push(Math.abs(soundOffsetMs))
      figures.length.push(Math.abs(lengthErrorMs))
      await endEncoding({ ...stage, db })
    }
  } finally {
    await context.close()
    removeExtension(extension)
  }
  const worst = (sample: readonly number[]) => round(Math.max(...sample))
  report('stop to play, recorded', { minutes: 1, rounds: recordedRounds, worstMs: worst(figures.plays) }, budget)
  report('stop to link', { worstMs: worst(figures.links) }, '≤ 300 ms')
  report(
    'quality of the recording',
    {
      droppedPercent: worst(figures.dropped),
      soundOffsetMs: worst(figures.sound),
      lengthErrorMs: worst(figures.length),
    },
    'dropped < 2 %, sound < 50 ms, length < 100 ms',
  )
}

async function recordMinute(
  stage: Stage,
  context: BrowserContext,
  tab: Page,
): Promise<{ file: string; linkMs: number; playMs: number }> {
  const { server, db, author } = stage
  await startFromPopup(context, tab)
  await tab.getByRole('button', { name: 'Start now' }).click()
  await tab.waitForTimeout(recordedMs)
  // The popup records into the personal workspace, which no colleague sees.
  const draft = await db
    .updateTable('articles')
    .set({ workspace_id: author.workspaceId })
    .where('author_id', '=', author.userId)
    .where('is_not_uploaded_video', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow()
  const playing = watchDraft(stage, draft.id)
  const opened = context.waitForEvent('page')
  await tab.mouse.move(400, 700)
  const stoppedAt = Date.now()
  await tab.getByRole('button', { name: /^Stop at/ }).click()
  const page = await opened
  const linkMs = Date.now() - stoppedAt
  const playMs = (await playing) - stoppedAt
  await page.close()
  const video = await db
    .selectFrom('videos')
    .select('original_key')
    .where('article_id', '=', draft.id)
    .executeTakeFirstOrThrow()
  return { file: path.join(server.dataDirectory, 'files', video.original_key ?? ''), linkMs, playMs }
}
