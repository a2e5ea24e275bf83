import type { Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { requestFirstTranscript } from './generation.queries.ts'
import { transcribeVideo } from './transcribe-video.job.ts'

/** Every recording is transcribed once its sound exists, in the transaction that stores it. */
export const transcribeFirst =
  (enqueue: Enqueue) =>
  async (trx: Trx, videoId: string): Promise<void> => {
    if (await requestFirstTranscript(trx, videoId))
      await enqueue(trx, transcribeVideo, { videoId }, { singletonKey: videoId })
  }
