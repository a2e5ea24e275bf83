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

  const mp4 = path.join(folder, 'bench-short.mp4')
  await run(
    ...picture,
    ...commandArguments`-t 12 -c:v libx264 -preset ultrafast -b:v 2500k -maxrate 2500k -bufsize 5M -g 60`,
    ...commandArguments`-pix_fmt yuv420p -c:a aac ${mp4}`,
  )
  for (const minutes of [1, 10, 60])
    await benchLoopedVideo(target, run, { short: mp4, minutes, folder, rounds: minutes > 10 ? 3 : 5 })

  const large = path.join(folder, 'bench-4k.mp4')
  await run(
    ...commandArguments`-f lavfi -i testsrc2=size=3840x2160:rate=30 -t 20 -c:v libx265 -preset ultrafast -b:v 20M`,
    ...commandArguments`-x265-params log-level=error -pix_fmt yuv420p -tag:v hvc1 ${large}`,
  )
  report(
    'accepted to playable, 4K HEVC',
    { seconds: 20, playableMs: round(await timeToPlay(target, large)) },
    '≤ 3,000 ms',
  )

  // Their encoding goes on after each round and slows down everything equally.
  const webm = path.join(folder, 'bench-short.webm')
  await run(
    ...picture,
    ...commandArguments`-t 12 -c:v libvpx -deadline realtime -cpu-used 8 -b:v 2500k -g 60 -c:a libopus ${webm}`,
  )
  for (const minutes of [1, 10, 60]) await benchLoopedVideo(target, run, { short: webm, minutes, folder, rounds: 3 })
  for (const file of [mp4, large, webm]) await rm(file, { force: true })
}

type RunFfmpeg = (...parameters: string[]) => Promise<unknown>
type LoopedVideo = {
  /** 12 seconds. */
  readonly short: string
  readonly minutes: number
  readonly folder: string
  readonly rounds: number
}

/** Alternates, so that other load on the machine affects each of them equally. */
async function benchLoopedVideo(
  target: Target,
  run: RunFfmpeg,
  { short, minutes, folder, rounds }: LoopedVideo,
): Promise<void> {
  const type = path.extname(short)
  const long = path.join(folder, `bench${type}`)
  const copy = path.join(folder, `bench-copy${type}`)
  await run(...commandArguments`-stream_loop ${minutes * 5 - 1} -i ${short} -c copy ${long}`)
  const bare: number[] = []
  const playable: number[] = []
  for (let i = 0; i < rounds; i++) {
    bare.push(await measureMs(() => run(...commandArguments`-i ${long} -c copy ${copy}`)))
    playable.push(await timeToPlay(target, long))
  }
  const [bareMs, playableMs] = [percentile(bare, 0.5), percentile(playable, 0.5)]
  report(
    `accepted to playable, ${type.slice(1)}`,
    {
      minutes,
      megabytes: round((await stat(long)).size / 1e6),
      playableMs,
      bareMs,
      ratio: round(playableMs / bareMs),
      fastestRatio: round(Math.min(...playable) / Math.min(...bare)),
    },
    '≤ 1.5 × the bare copy',
  )
  for (const file of [long, copy]) await rm(file, { force: true })
}

type Status = { readonly status: string; readonly error: string; readonly video: { readonly needsCodecs: boolean } }

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
    const { status, error, video } = await ask<Status>(`/api/video-upload/status/${id}`)
    if (status === 'error') throw new Error(error)
    if (status === 'finished') {
      const elapsed = performance.now() - accepted
      // The remaining processing must not slow down the next round; encoding would take too long to wait for.
      if (!video.needsCodecs) await waitForAllSteps(() => ask(`/api/video-upload/status/${id}`))
      return elapsed
    }
    // Polling also takes time on the same machine, but its interval counts as waiting.
    await delay(10)
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
