import { canRetryVideoError, videoErrorText } from '@knowreel/shared/video/video-errors.ts'
import type { Db } from '../../../platform/database/db.ts'
import { listSteps } from './video-step.queries.ts'

/** The steps as people see them, in the order in which they run. */
export const toStepViews = async (db: Db, videoId: string) =>
  (await listSteps(db, videoId)).map(({ step, status, progress, error }) => ({
    step,
    status,
    progress,
    error: error === null ? null : videoErrorText(error),
    canRetry: status === 'failed' && canRetryVideoError(error),
  }))
