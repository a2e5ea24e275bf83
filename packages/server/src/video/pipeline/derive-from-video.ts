import { makePeaks } from './steps/make-peaks.ts'
import { makePoster } from './steps/make-poster.ts'
import { makeStoryboard } from './steps/make-storyboard.ts'
import type { DerivedStep } from './steps/derived-steps.ts'
import { runStep, type StepResult, type VideoWork, type StepTools } from './run/run-step.ts'
import { VideoFault } from './run/video-fault.ts'
import { findProcessedVideo } from './run/video-step.queries.ts'
import path from 'node:path'
import type { Trx } from '../../platform/database/db.ts'
import { inputArguments, runMedia, commandArguments, type MediaFile } from '../../platform/media/index.ts'

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
          return makeAudio(tools, file, duration, (trx) => services.onRecordingSound(trx, videoId))
      }
    })
    if (made === null) throw new VideoFault('video_failed', 'the playable file is gone')
    return made
  })
}

/** The format that transcription programs prefer: one channel, 16 kHz. */
async function makeAudio(
  step: StepTools,
  file: MediaFile,
  duration: number,
  onSound: (trx: Trx) => Promise<void>,
): Promise<StepResult> {
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
  const followUp = (trx: Trx) => onSound(trx)
  return { change: { audio_key: await step.storeFile('audio/ogg', output) }, followUp }
}
