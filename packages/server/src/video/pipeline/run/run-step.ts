import type { VideoStep } from '@knowreel/shared/video/video.wire.ts'
import { randomUUID } from 'node:crypto'
import {
  runAttempt,
  type AttemptStore,
  type SaveInterim,
  type WorkRequest,
  type WorkResult,
  type WorkTools,
} from './run-attempt.ts'
import {
  endStep,
  isCurrentRun,
  failVideo,
  releaseStep,
  saveStepProgress,
  saveVideoChange,
  startStep,
  type VideoChange,
} from './video-step.queries.ts'

export type StepTools = WorkTools
export type StepResult = WorkResult<VideoChange>
export type SaveStepResult = SaveInterim<VideoChange>
export type StepServices = WorkRequest['services']
export type VideoWork = WorkRequest & { readonly videoId: string }

/** Returns whether the step has ended, now or earlier. Throws if it must be retried later, or must never be retried. */
export const runStep = (
  request: VideoWork & { readonly step: VideoStep },
  work: (tools: StepTools, saveInterim: SaveStepResult) => Promise<StepResult>,
): Promise<'ended' | 'handed off'> => runAttempt(request, attemptStoreFor(request.videoId, request.step), work)

function attemptStoreFor(videoId: string, step: VideoStep): AttemptStore<VideoChange> {
  const run = { videoId, step, runId: randomUUID() }
  return {
    name: step,
    start: (db) => startStep(db, run),
    isCurrent: (trx) => isCurrentRun(trx, run),
    async end(trx, status, error) {
      if (!(await endStep(trx, run, status, error ?? null))) return false
      if (error !== undefined && (step === 'probe' || step === 'remux')) await failVideo(trx, videoId, error)
      return true
    },
    save: (trx, change) => saveVideoChange(trx, videoId, change),
    release: (db, isCounted) => releaseStep(db, run, isCounted),
    saveProgress: (db, percent) => saveStepProgress(db, run, percent),
  }
}
