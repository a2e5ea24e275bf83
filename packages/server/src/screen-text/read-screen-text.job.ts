import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const readScreenText = defineJob({
  name: 'read-screen-text',
  title: 'Read the text that a recording shows',
  payload: z.strictObject({ videoId: z.uuid() }),
  expireInSeconds: 6 * 3600,
  concurrency: 1,
  load: async () => {
    const { readRecording } = await import('./read-recording.ts')
    return async ({ payload, services, signal, log }) => {
      const { db, files, media, ocr } = services
      if (ocr === null) return log('Text in recordings is not read')
      await readRecording({ services: { db, files, media, ocr }, signal, log }, payload.videoId)
    }
  },
})

/** Those from before recordings were read, and those whose job was given up. */
export const readUnreadRecordings = defineJob({
  name: 'read-unread-recordings',
  title: 'Read the text of recordings that nobody has read',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  load: async () => {
    const { listUnreadVideos } = await import('./screen-text.queries.ts')
    return async ({ services, log }) => {
      if (services.ocr === null) return log('Text in recordings is not read')
      const ids = await listUnreadVideos(services.db, 200)
      for (const videoId of ids)
        await services.jobs.enqueue(services.db, readScreenText, { videoId }, { singletonKey: videoId })
      log(`${ids.length} recordings`)
    }
  },
})
