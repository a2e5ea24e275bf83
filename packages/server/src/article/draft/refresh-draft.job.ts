import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

/** Enqueued when a live document becomes idle. */
export const refreshDraft = defineJob({
  name: 'refresh-draft',
  title: 'Update the text of a draft',
  payload: z.strictObject({ draftId: z.uuid() }),
  load: async () => {
    const { refreshDraftRow } = await import('./idle-drafts.ts')
    return async ({ payload, services }) => void (await refreshDraftRow(services.db, payload.draftId))
  },
})
