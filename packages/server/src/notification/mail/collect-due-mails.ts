/**
 * Collects due notifications into emails: one per person and article, at least ten minutes after the previous one, and
 * one per person for daily digests. The content is read when the email is sent.
 */
import type { Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import {
  dropReadItems,
  listDueMails,
  lockMailCollection,
  createMails,
  postponeMails,
  type DueMail,
} from './mail.queries.ts'
import { sendNotificationMail } from './send-notification-mail.job.ts'
import { mergeWindowMs } from '../notify/notify.queries.ts'

type Services = Pick<JobServices, 'db' | 'jobs'> & {
  /** Schedules another run at that time, for what is not due yet. */
  readonly collectAgainAt: (trx: Trx, at: Date) => Promise<unknown>
}

/** Maximum per transaction. */
const batchSize = 500

/** Returns how many emails were created. */
export async function collectDueMails({ db, jobs, collectAgainAt }: Services, now = new Date()): Promise<number> {
  let count = 0
  for (;;) {
    const { made, looked } = await runTransaction(db, async (trx) => {
      await lockMailCollection(trx)
      await dropReadItems(trx, now)
      const due = await listDueMails(trx, now, batchSize)
      const early = due.filter((mail) => isTooEarly(mail, now))
      await postponeMails(trx, early, { now, byMs: mergeWindowMs })
      const mailIds = await createMails(
        trx,
        due.filter((mail) => !isTooEarly(mail, now)),
        now,
      )
      for (const mailId of mailIds) await jobs.enqueue(trx, sendNotificationMail, { mailId }, { singletonKey: mailId })
      for (const time of new Set(early.map(nextMailTime))) await collectAgainAt(trx, new Date(time))
      return { made: mailIds.length, looked: due.length }
    })
    count += made
    if (looked < batchSize) return count
  }
}

const isTooEarly = ({ lastMadeAt }: DueMail, now: Date): boolean =>
  lastMadeAt !== null && now.getTime() - lastMadeAt.getTime() < mergeWindowMs

const nextMailTime = ({ lastMadeAt }: DueMail): number => (lastMadeAt?.getTime() ?? 0) + mergeWindowMs
