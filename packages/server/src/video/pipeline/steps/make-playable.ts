/** The step that people wait for: its end makes a recording playable and queues everything derived from it. */
import type { Trx } from '../../../platform/database/db.ts'
import type { JobServices } from '../../../platform/jobs/index.ts'
import { deriveFromVideo } from '../derive-from-video.job.ts'
import { enqueueSound } from '../extract-sound.job.ts'
import { derivedSteps } from './derived-steps.ts'
import type { InspectedVideo } from './inspect-video.ts'
import { resumeRenditionsOfVideo } from '../../rendition/request-rendition.ts'
import { makeMainFile, type CopiedFile } from './make-main-file.ts'
import type { RemuxPlan } from './remux-plan.ts'
import type { StepResult, StepServices, StepTools } from '../run/run-step.ts'
import { insertRecording } from '../insert-recording.job.ts'
import { VideoFault } from '../run/video-fault.ts'
import { findProcessedVideo, type ProcessedVideo } from '../run/video-step.queries.ts'

export async function makePlayable(
  services: StepServices,
  videoId: string,
  step: StepTools,
  inspected: InspectedVideo,
  plan: RemuxPlan,
  early?: Promise<CopiedFile | null>,
): Promise<StepResult> {
  const isPlayable = isPlayed(await findProcessedVideo(services.db, videoId))
  const main = await makeMainFile(step, inspected, plan, { early, isPlayable })
  const played = await findProcessedVideo(services.db, videoId)
  return {
    change: {
      main_key: await step.storeFile('video/mp4', main.path),
      first_key: null,
      first_mime: null,
      duration: replacementDuration(played, main.duration),
      stated_duration: statedDuration(inspected.facts.durationMs, main.duration),
      width: main.width,
      height: main.height,
      has_audio: main.hasAudio,
      status: 'finished',
    },
    followUp: async (trx) => {
      await services.jobs.enqueue(trx, insertRecording, { videoId })
      await enqueueDerived(services.jobs, trx, videoId)
      await services.onPlayable(trx, videoId)
      await resumeRenditionsOfVideo(trx, services.jobs.enqueue, videoId)
    },
  }
}

/** A file that ends this much earlier than it states was cut off. Ms. */
const minMissingMs = 1000

const statedDuration = (stated: number | null, measured: number): number | null =>
  stated !== null && stated - measured >= minMissingMs ? stated : null

/** Articles may already play the whole recording, so its duration stays, also if the new file differs by a frame. */
function replacementDuration(played: ProcessedVideo | null, measured: number): number {
  return (isPlayed(played) ? played.duration : null) ?? measured
}

const isPlayed = (video: ProcessedVideo | null): video is ProcessedVideo =>
  video !== null && (video.first_key !== null || video.main_key !== null)

async function enqueueDerived(jobs: JobServices['jobs'], trx: Trx, videoId: string): Promise<void> {
  await enqueueSound(jobs.enqueue, trx, videoId)
  for (const step of derivedSteps) {
    await jobs.enqueue(trx, deriveFromVideo, { videoId, step }, { singletonKey: `${videoId}:${step}` })
  }
}

export async function withOriginalFile<Result>(
  services: StepServices,
  videoId: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const video = await findProcessedVideo(services.db, videoId)
  return withUploadedFile(services, video?.original_key ?? null, use)
}

export async function withUploadedFile<Result>(
  { files }: Pick<StepServices, 'files'>,
  key: string | null,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  // A separate flag, because `use` may return any value.
  const used = key === null ? null : await files.withLocalFile(key, async (path) => ({ result: await use(path) }))
  if (used === null) throw new VideoFault('video_unreadable', 'the uploaded file is gone')
  return used.result
}
