import { stat } from 'node:fs/promises'
import path from 'node:path'
import { commandArguments, inputArguments, runMedia, type MediaFile } from '../../../platform/media/index.ts'
import type { StepTools } from '../run/run-step.ts'
import { VideoFault } from '../run/video-fault.ts'

/** Recordings often begin with an empty window, so the poster is not the first frame. Milliseconds. */
const maxPosterTimeMs = 1000
const posterScaleFilter = String.raw`scale=w=min(1280\,iw):h=-2`

export async function makePoster(step: StepTools, file: MediaFile, duration: number) {
  const picture = path.join(step.folder, 'poster.jpg')
  for (const time of [Math.min(maxPosterTimeMs, duration / 10), 0]) {
    await runMedia(step.tools, {
      program: 'ffmpeg',
      parameters: [
        ...commandArguments`-ss ${time / 1000}`,
        ...inputArguments(file),
        ...commandArguments`-frames:v 1 -an -vf ${posterScaleFilter} -pix_fmt yuvj420p`,
        ...commandArguments`-q:v 3 -map_metadata -1 -f image2 -update 1 file:${picture}`,
      ],
      timeoutMs: 120_000,
      signal: step.signal,
    })
    const isThere = await stat(picture).then(
      ({ size }) => size > 0,
      () => false,
    )
    if (isThere) return { change: { poster_key: await step.storeFile('image/jpeg', picture) } }
  }
  throw new VideoFault('video_unreadable', 'no picture')
}
