import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { readLimits } from './attachment-text.ts'

export const readAttachment = defineJob({
  name: 'read-attachment',
  title: 'Read the text of an attachment',
  payload: z.strictObject({ fileId: z.uuid() }),
  expireInSeconds: (2 * readLimits.milliseconds) / 1000,
  load: async () => {
    const { storeText } = await import('./store-text.ts')
    return ({ payload, services, signal, log }) => storeText(services, payload.fileId, { signal, log })
  },
})

/** A job of its own, because recognition takes longer, and attachments do not wait for it. */
export const readPicture = defineJob({
  name: 'read-picture',
  title: 'Read the text of a picture',
  payload: z.strictObject({ fileId: z.uuid() }),
  load: async () => {
    const { storeText } = await import('./store-text.ts')
    return ({ payload, services, signal, log }) => storeText(services, payload.fileId, { signal, log })
  },
})

/** Those uploaded before files were searched, and those whose job was given up. */
export const readUnreadAttachments = defineJob({
  name: 'read-unread-attachments',
  title: 'Read the text of attachments and pictures that nobody has read',
  payload: z.strictObject({}),
  cron: '41 * * * *',
  load: async () => {
    const { listUnreadFiles } = await import('./file-text.queries.ts')
    return async ({ services, log }) => {
      const unread = await listUnreadFiles(
        services.db,
        services.ocr === null ? ['attachment'] : ['attachment', 'image'],
      )
      for (const { id, kind } of unread)
        await services.jobs.enqueue(services.db, kind === 'image' ? readPicture : readAttachment, { fileId: id })
      log(`${unread.length} files`)
    }
  },
})
