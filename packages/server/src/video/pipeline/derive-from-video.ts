import { makeAudio } from './make-audio.ts'
import { makePeaks } from './make-peaks.ts'
import { makePoster } from './make-poster.ts'
import { makeStoryboard } from './make-storyboard.ts'
import type { DerivedStep } from './derived-steps.ts'
import { runStep, type StepResult, type VideoWork } from './run-step.ts'
import { VideoFault } from './video-fault.ts'
import { findProcessedVideo } from './video-step.queries.ts'

/** Of the playable file, never of the uploaded one: that has been read by us once, and all times are its. */
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
