import { makePeaks } from './steps/make-peaks.ts'
import { makePoster } from './steps/make-poster.ts'
import { makeSound } from './steps/make-sound.ts'
import { makeStoryboard } from './steps/make-storyboard.ts'
import type { DerivedStep } from './steps/derived-steps.ts'
import { runStep, type StepResult, type VideoWork } from './run/run-step.ts'
import { VideoFault } from './run/video-fault.ts'
import { findProcessedVideo } from './run/video-step.queries.ts'

/** Reads the playable file, never the upload: we wrote the playable file ourselves, and all times refer to it. */
export async function deriveStep(work: VideoWork & { readonly step: DerivedStep | 'audio' }): Promise<void> {
  const { services, videoId, step } = work
  if (step === 'audio') return makeSound(work)
  await runStep({ ...work, step }, async (tools) => {
    const video = await findProcessedVideo(services.db, videoId)
    if (video === null || video.main_key === null || video.duration === null) throw new VideoFault('video_failed')
    const { duration, width, height } = video
    if (step === 'peaks' && video.has_audio !== true) return { change: {}, isSkipped: true }
    const made = await services.files.withLocalFile(video.main_key, (path): Promise<StepResult> => {
      const file = { path, container: 'mov' } as const
      switch (step) {
        case 'poster':
          return makePoster(tools, file, duration)
        case 'storyboard':
          return makeStoryboard(tools, file, duration, { width: width ?? 16, height: height ?? 9 })
        case 'peaks':
          return makePeaks(tools, file, duration)
      }
    })
    if (made === null) throw new VideoFault('video_failed', 'the playable file is gone')
    return made
  })
}
