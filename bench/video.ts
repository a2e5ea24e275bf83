/**
 * From the accepted upload to the first playable file, compared with ffmpeg alone on the same file; and play maps of
 * 1,000 pieces.
 */
import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { RunningServer } from '../e2e/support/server.ts'
import { commandArguments } from '../packages/server/src/platform/media/index.ts'
import { findMediaTools } from '../packages/server/src/platform/media/media-tools.ts'
import {
  insert,
  locate,
  normalize,
  occurrences,
  slice,
  startsOf,
  type PlayMap,
} from '../packages/shared/src/video/play-map.ts'
import { percentile, report, round } from './report.ts'

const execute = promisify(execFile)
const rounds = 7
const partBytes = 50_000_000

type Target = { readonly server: RunningServer; readonly token: string }

export async function benchVideo(target: Target): Promise<void> {
  benchPlayMaps()
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const folder = target.server.dataDirectory
  const run = (...parameters: string[]) => execute(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...parameters])
  const picture = commandArguments`-f lavfi -i testsrc2=size=1280x720:rate=30,noise=alls=30:allf=t -f lavfi -i sine=sample_rate=48000`

  const short = path.join(folder, 'bench-short.mp4')
  await run(
    ...picture,
    ...commandArguments`-t 8 -c:v libx264 -preset ultrafast -b:v 12M -g 60 -pix_fmt yuv420p -c:a aac ${short}`,
  )
  for (const loops of [1, 8, 30]) await benchLoopedVideo(target, run, { short, loops, folder })

  const webm = path.join(folder, 'bench.webm')
  await run(
    ...picture,
    ...commandArguments`-t 20 -c:v libvpx -deadline realtime -cpu-used 8 -b:v 3M -c:a libopus ${webm}`,
  )
  const encodedMs = await timeToPlay(target, webm)
  report('accepted to playable, encoded', {
    seconds: 20,
    playableMs: round(encodedMs),
    ofRealTime: round(encodedMs / 20_000),
  })
  for (const file of [short, webm]) await rm(file, { force: true })
}

type RunFfmpeg = (...parameters: string[]) => Promise<unknown>
type LoopedVideo = { readonly short: string; readonly loops: number; readonly folder: string }

/** Alternates, so that other load on the machine affects each of them equally. */
async function benchLoopedVideo(target: Target, run: RunFfmpeg, { short, loops, folder }: LoopedVideo): Promise<void> {
  const mp4 = path.join(folder, 'bench.mp4')
  const copy = path.join(folder, 'bench-copy.mp4')
  await run(...commandArguments`-stream_loop ${loops - 1} -i ${short} -c copy ${mp4}`)
  const bare: number[] = []
  const front: number[] = []
  const playable: number[] = []
  for (let i = 0; i < rounds; i++) {
    bare.push(await measureMs(() => run(...commandArguments`-i ${mp4} -c copy ${copy}`)))
    front.push(await measureMs(() => run(...commandArguments`-i ${mp4} -c copy -movflags +faststart ${copy}`)))
    playable.push(await timeToPlay(target, mp4))
  }
  const [bareMs, playableMs] = [percentile(bare, 0.5), percentile(playable, 0.5)]
  report(
    'accepted to playable, copied',
    {
      megabytes: round((await stat(mp4)).size / 1e6),
      playableMs,
      bareMs,
      // Streaming players need the index at the front, which ffmpeg writes in a second pass.
      bareIndexInFrontMs: percentile(front, 0.5),
      ratio: round(playableMs / bareMs),
      fastestRatio: round(Math.min(...playable) / Math.min(...bare)),
    },
    '≤ 1.5 × the bare copy',
  )
  for (const file of [mp4, copy]) await rm(file, { force: true })
}

/** Milliseconds from the response to `accept` until the status is `finished`. */
async function timeToPlay({ server, token }: Target, file: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const ask = async <Answer>(url: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${server.baseURL}${url}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const bytes = await readFile(file)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += partBytes) {
    const after = parts.at(-1)
    const query = after === undefined ? '' : `?after=${after}`
    const part = await ask<{ id: string; url: string }>(`/api/video-upload/url${query}`)
    const body = bytes.subarray(start, start + partBytes)
    const put = await fetch(new URL(part.url, server.baseURL), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
    if (!put.ok) throw new Error(`A part was answered with ${put.status}`)
    parts.push(part.id)
  }
  const { id } = await ask<{ id: string }>('/api/video-upload/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ parts }),
  })
  const accepted = performance.now()
  for (;;) {
    const { status, error, steps } = await ask<{ status: string; error: string; steps: { status: string }[] }>(
      `/api/video-upload/status/${id}`,
    )
    if (status === 'error') throw new Error(error)
    if (status === 'finished') {
      const taken = performance.now() - accepted
      // The remaining processing must not slow down the next round.
      if (steps.length > 0) await waitForAllSteps(() => ask(`/api/video-upload/status/${id}`))
      return taken
    }
    // Polling also takes time on the same machine.
    await delay(25)
  }
}

async function waitForAllSteps(ask: () => Promise<{ steps: { status: string }[] }>): Promise<void> {
  const over = ['done', 'failed', 'skipped']
  while (!(await ask()).steps.every(({ status }) => over.includes(status))) await delay(100)
}

function benchPlayMaps(): void {
  const pieces = Array.from({ length: 1000 }, (_, index) => ({
    videoId: `v${index % 7}`,
    in: (index * 7919) % 600_000,
    dur: 400 + ((index * 31) % 5000),
  }))
  const map = normalize(pieces)
  const end = startsOf(map).at(-1) ?? 0
  const each = (times: number, work: (index: number) => unknown) => {
    const begun = performance.now()
    for (let index = 0; index < times; index++) work(index)
    return ((performance.now() - begun) * 1000) / times
  }
  const at = (index: number) => (index * 104_729) % end
  const other: PlayMap = normalize([{ videoId: 'other', in: 0, dur: 1000 }])
  report(
    'play map of 1,000 pieces',
    {
      locateUs: round(each(100_000, (index) => locate(map, at(index)))),
      sliceUs: round(each(1000, (index) => slice(map, at(index), at(index) + 60_000))),
      insertUs: round(each(1000, (index) => insert(map, at(index), other))),
      occurrencesUs: round(each(1000, (index) => occurrences(map, 'v3', at(index)))),
      normalizeUs: round(each(1000, () => normalize(pieces))),
    },
    'an edit within a frame, 16,000 µs',
  )
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
