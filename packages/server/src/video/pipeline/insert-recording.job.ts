import * as z from 'zod'
import type { Db, Trx } from '../../platform/database/db.ts'
import { defineJob } from '../../platform/jobs/index.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    /** Injected from the article feature, which knows recordings and not the other way round. */
    insertRecording: (db: Db, videoId: string) => Promise<unknown>
    /** In the transaction that stores the file that plays everywhere: work of other features on it. */
    onPlayable: (trx: Trx, videoId: string) => Promise<unknown>
  }
}

export const insertRecording = defineJob({
  name: 'place-recording',
  title: 'Add an uploaded recording to its draft',
  payload: z.strictObject({ videoId: z.uuid() }),
  load:
    async () =>
    async ({ payload, services }) =>
      void (await services.insertRecording(services.db, payload.videoId)),
})
