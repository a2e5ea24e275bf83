import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const refreshInvitations = defineJob({
  name: 'refresh-invitations',
  title: 'Plan the meetings of earlier invitations',
  payload: z.strictObject({}),
  cron: '*/10 * * * *',
  expireInSeconds: 600,
  load: async () => {
    const { refreshInvitations: refresh } = await import('./save-invitation.ts')
    return async ({ services: { db, calendars } }) => refresh(db, calendars.jitsiHosts)
  },
})
