import { makePeaks } from './steps/make-peaks.ts'
import { makeStoryboard } from './steps/make-storyboard.ts'
import type { DerivedStep } from './steps/derived-steps.ts'
import { runStep, type StepResult, type VideoWork, type StepTools } from './run/run-step.ts'
import { VideoFault } from './run/video-fault.ts'
import { findProcessedVideo } from './run/video-step.queries.ts'
import path from 'node:path'
import { inputArguments, runMedia, commandArguments, type MediaFile } from '../../platform/media/index.ts'
import { stat } from 'node:fs/promises'

/** Reads the playable file, never the upload: we wrote the playable file ourselves, and all times refer to it. */
export async function deriveStep(work: VideoWork & { readonly step: DerivedStep }): Promise<void> {
  const { services, videoId, step } = work
  await runStep(work, async (tools) => {
    const video = await findProcessedVideo(services.db, videoId)
    if (video === null || video.main_key === null || video.duration === null) throw new VideoFault('video_failed')
    const { duration, width, height } = video
    if ((step === 'peaks' || step === 'audio') && video.has_audio !== true) return { change: {}, isSkipped: true }
    const made = await services.files.withLocalFile(video.main_key, (path): Promise<StepResult> => {
      const file = { path, container: 'mov' } as const
      switch (step) {
        case 'poster':
          return makePoster(tools, file, duration)
        case 'storyboard':
          return makeStoryboard(tools, file, duration, { width: width ?? 16, height: height ?? 9 })
        case 'peaks':
          return makePeaks(tools, file, duration)
        case 'audio':
          return makeAudio(tools, file, duration)
      }
    })
    if (made === null) throw new VideoFault('video_failed', 'the playable file is gone')
    return made
  })
}

/** The format that transcription programs prefer: one channel, 16 kHz. */
async function makeAudio(step: StepTools, file: MediaFile, duration: number): Promise<StepResult> {
  const output = path.join(step.folder, 'audio.ogg')
  await runMedia(step.tools, {
    program: 'ffmpeg',
    parameters: [
      ...inputArguments(file),
      ...commandArguments`-vn -af aresample=async=1:first_pts=0 -ac 1 -ar 16000 -map_metadata -1`,
      ...commandArguments`-c:a libopus -b:a 32k -f ogg file:${output}`,
    ],
    timeoutMs: 300_000 + duration * 2,
    signal: step.signal,
    onProgress: (outputMs) => step.onProgress((outputMs / duration) * 100),
  })
  return { change: { audio_key: await step.storeFile('audio/ogg', output) } }
}

/** Recordings often begin with an empty window, so the poster is not the first frame. Milliseconds. */
const maxPosterTimeMs = 1000
const posterScaleFilter = String.raw`scale=w=min(1280\,iw):h=-2`

async function makePoster(step: StepTools, file: MediaFile, duration: number): Promise<StepResult> {
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
