import { isBlockKey } from '@knowreel/shared/note/note-document.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const compactNoteJob = defineJob({
  name: 'compact-note',
  title: 'Compact a note',
  payload: z.strictObject({ articleId: z.uuid(), tabId: z.string().refine(isBlockKey) }),
  load: async () => {
    const { compactNote } = await import('./compact-note.ts')
    return async ({ payload, services, log }) => {
      const { merged } = await compactNote(services.db, payload)
      log(`Merged ${merged} updates`)
    }
  },
})
