import * as z from 'zod'
import { defineJob } from '../jobs/index.ts'
import { isFileKey } from './file-key.ts'

/** For files that no row names any more once the transaction commits. */
export const removeFile = defineJob({
  name: 'remove-file',
  title: 'Remove a file that was replaced',
  payload: z.strictObject({ key: z.string().refine(isFileKey) }),
  load:
    async () =>
    async ({ payload: { key }, services }) =>
      services.files.remove(key),
})
