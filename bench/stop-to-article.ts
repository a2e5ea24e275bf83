/**
 * Five minutes of talk, from the moment at which the recording stops and its last byte has arrived: until a title, a
 * summary and paragraphs are offered, and until the draft is structured, has captions and is found by what was said.
 * The language model answers immediately, so that only the product is measured; the embedded speech engine really
 * listens.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { enableAi } from '../e2e/support/ai-company.ts'
import type { RunningServer } from '../e2e/support/server.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { commandArguments } from '../packages/server/src/platform/media/index.ts'
import { findMediaTools } from '../packages/server/src/platform/media/media-tools.ts'
import { speechFile } from '../packages/server/src/transcription/speech.fixture.ts'
import { startModelServer } from '../packages/server/test/servers/model-server.ts'
import { report, round } from './report.ts'

const seconds = 300
const goals = { offerSeconds: 10, articleSeconds: 30 }
const timeoutMs = 300_000
const structure = {
  title: 'How long the battery of a meter lasts',
  summary: 'What the display tells about the battery.',
  paragraphs: [
    { title: 'The display', start: '0:00', level: 1 },
    { title: 'The battery', start: '1:40', level: 1 },
    { title: 'The next visit', start: '3:20', level: 1 },
  ],
}

type Target = {
  readonly server: RunningServer
  readonly db: Db
  readonly token: string
  readonly userId: string
  readonly companyId: string
  readonly workspaceId: string
}
type Draft = {
  readonly id: string
  readonly title: string
  readonly isNotUploadedVideo: boolean
  readonly paragraphs: readonly unknown[]
}

export async function benchStopToArticle(target: Target): Promise<void> {
  const model = await startModelServer()
  model.reply = () => JSON.stringify(structure)
  const { db, userId, companyId } = target
  await enableAi(db, { id: companyId }, model)
  await db.updateTable('users').set({ paragraphs_auto_generation: 'automatically' }).where('id', '=', userId).execute()
  try {
    const file = await renderTalk()
    await measure(target, file)
  } finally {
    await model.close()
  }
}

async function measure({ server, token, workspaceId }: Target, file: Buffer<ArrayBuffer>): Promise<void> {
  const ask = async <Answer>(url: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${server.baseURL}/api${url}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const recording = { title: '', workspace: workspaceId, isNotUploadedVideo: true }
  const { article: draft } = await ask<{ article: Draft }>('/article/new/draft', recording)
  const readDraft = async () => (await ask<{ article: Draft }>(`/draft/${draft.id}`)).article
  // While it records, the recorder sends what it has; after the end only the last part is left.
  const part = await ask<{ id: string; url: string }>('/video-upload/url')
  const put = await fetch(new URL(part.url, server.baseURL), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!put.ok) throw new Error(`The recording was answered with ${put.status}`)

  const stopped = performance.now()
  const secondsUntil = async (isReached: () => Promise<boolean>, intervalMs = 250): Promise<number> => {
    while (!(await isReached())) {
      if (performance.now() - stopped > timeoutMs) throw new Error('The recording never became an article')
      await delay(intervalMs)
    }
    return round((performance.now() - stopped) / 1000)
  }
  await ask('/video-upload/accept', { parts: [part.id], name: 'talk.webm', mime: 'video/webm', articleId: draft.id })
  const [offered, heard, structured, found] = await Promise.all([
    // The edit page offers them as soon as the draft plays the recording.
    secondsUntil(async () => !(await readDraft()).isNotUploadedVideo),
    secondsUntil(async () => {
      const { recordings } = await ask<{ recordings: readonly { status: string }[] }>(
        `/article/${draft.id}/transcription/words`,
      )
      return recordings.some(({ status }) => status === 'done')
    }),
    secondsUntil(async () => {
      const { title, paragraphs } = await readDraft()
      return title === structure.title && paragraphs.length === structure.paragraphs.length
    }),
    secondsUntil(async () => {
      const { draftVideo = [] } = await ask<{ draftVideo?: readonly unknown[] }>(
        '/search/global/display%20battery%20meter',
      )
      return draftVideo.length > 0
      // More searches in a minute are refused.
    }, 1000),
  ])
  const { captions } = await ask<{ captions: string }>(`/article/${draft.id}/captions`)
  if (!captions.includes('battery')) throw new Error('The captions do not have what was said')
  const figures = { minutes: seconds / 60, offered, transcribed: heard, structured, found }
  report('stop to article, seconds', figures, `offered ≤ ${goals.offerSeconds}, the others ≤ ${goals.articleSeconds}`)
  if (offered > goals.offerSeconds || Math.max(structured, found) > goals.articleSeconds) process.exitCode = 1
}

/** A screen that changes now and then, and people who talk, as the recorder stores it. */
async function renderTalk(): Promise<Buffer<ArrayBuffer>> {
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-bench-'))
  const [short, file] = [path.join(folder, 'short.webm'), path.join(folder, 'talk.webm')]
  const run = (...parameters: string[]) => promisify(execFile)(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...parameters])
  try {
    await run(
      ...commandArguments`-f lavfi -i testsrc2=size=1280x720:rate=15 -t 20 -c:v libvpx -deadline realtime`,
      ...commandArguments`-cpu-used 8 -b:v 1000k -g 30 ${short}`,
    )
    await run(
      ...commandArguments`-stream_loop -1 -i ${short} -stream_loop -1 -i ${speechFile('talk')} -t ${seconds}`,
      ...commandArguments`-c:v copy -c:a libopus -map 0:v -map 1:a ${file}`,
    )
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
