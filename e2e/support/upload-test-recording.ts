/** Puts a recording on the server without the upload dialog, for tests that need an existing one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import { nodeCalls } from './node-uploader.ts'

/** Returns the id of a recording of this many seconds once it is playable. */
export async function uploadTestRecording(baseURL: string, token: string, seconds: number): Promise<string> {
  const calls = nodeCalls(baseURL, token)
  const { signal } = new AbortController()
  const part = await calls.url({}, signal)
  const answer = await fetch(new URL(part.url, baseURL), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await renderTestRecording(seconds)),
  })
  if (!answer.ok) throw new Error(`The recording was refused: ${await answer.text()}`)
  const { id } = await calls.accept({ parts: [part.id], name: 'recording.mp4', mime: 'video/mp4' }, signal)
  for (;;) {
    const { status, video } = await calls.status(id, signal)
    if (status === 'error') throw new Error('The video cannot be played')
    if (video?.url) return video.id
    await delay(100)
  }
}

async function renderTestRecording(seconds: number): Promise<Buffer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recordings-'))
  const file = path.join(folder, 'recording.mp4')
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env.FFMPEG_PATH ?? null,
    ffprobePath: process.env.FFPROBE_PATH ?? null,
  })
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=10:duration=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, '-movflags', '+faststart', file])
  try {
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
