import * as z from 'zod'
import { defineJob } from '../jobs/index.ts'
import { isFileKey } from './file-key.ts'

const fileKey = z.string().refine(isFileKey)

/** For files that no row names any more once the transaction commits. */
export const removeFile = defineJob({
  name: 'remove-file',
  title: 'Remove a file that was replaced',
  payload: z.strictObject({ key: fileKey }),
  load:
    async () =>
    async ({ payload: { key }, services }) =>
      services.files.remove(key),
})

/** The same for many. */
export const removeFiles = defineJob({
  name: 'remove-files',
  title: 'Remove files that nothing uses any more',
  payload: z.strictObject({ keys: z.array(fileKey).max(5000) }),
  load:
    async () =>
    async ({ payload: { keys }, services, signal }) => {
      for (const key of keys) {
        signal.throwIfAborted()
        await services.files.remove(key)
      }
    },
})
