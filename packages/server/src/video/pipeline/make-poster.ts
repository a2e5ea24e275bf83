import { stat } from 'node:fs/promises'
import path from 'node:path'
import { inputOf, runMedia, words, type MediaFile } from '../../platform/media/index.ts'
import type { StepResult, StepTools } from './run-step.ts'
import { VideoFault } from './video-fault.ts'

/** Recordings often begin with an empty window. Milliseconds. */
const latest = 1000
const fitted = String.raw`scale=w=min(1280\,iw):h=-2`

export async function makePoster(step: StepTools, file: MediaFile, duration: number): Promise<StepResult> {
  const picture = path.join(step.folder, 'poster.jpg')
  for (const time of [Math.min(latest, duration / 10), 0]) {
    await runMedia(step.tools, {
      program: 'ffmpeg',
      parameters: [
        ...words`-ss ${time / 1000}`,
        ...inputOf(file),
        ...words`-frames:v 1 -an -vf ${fitted} -pix_fmt yuvj420p`,
        ...words`-q:v 3 -map_metadata -1 -f image2 -update 1 file:${picture}`,
      ],
      timeoutMs: 120_000,
      signal: step.signal,
    })
    const isThere = await stat(picture).then(
      ({ size }) => size > 0,
      () => false,
    )
    if (isThere) return { change: { poster_key: await step.keep('image/jpeg', picture) } }
  }
  throw new VideoFault('video_unreadable', 'no picture')
}
