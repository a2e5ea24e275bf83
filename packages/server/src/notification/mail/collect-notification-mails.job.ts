import * as z from 'zod'
import type { Trx } from '../../platform/database/db.ts'
import { defineJob } from '../../platform/jobs/index.ts'

export const collectNotificationMails = defineJob({
  name: 'collect-notification-mails',
  title: 'Collect notification emails',
  payload: z.strictObject({}),
  load: async () => {
    const { collectDueMails } = await import('./collect-due-mails.ts')
    return async ({ services: { db, jobs }, log }) => {
      const collectAgainAt = (trx: Trx, startAfter: Date) =>
        jobs.enqueue(trx, collectNotificationMails, {}, { startAfter, singletonKey: startAfter.toISOString() })
      log(`${await collectDueMails({ db, jobs, collectAgainAt })} mails`)
    }
  },
})
