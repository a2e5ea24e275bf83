import type { Trx } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { collectNotificationMails } from './collect-notification-mails.job.ts'

const stepMs = 15_000

/**
 * Has the mails looked after that are due then. Times are rounded up, so that what is said in a quarter of a minute is one
 * job; one an article, so that nobody waits for whoever writes elsewhere at the same moment.
 */
export async function askForMails(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  articleId: string,
  dueTimes: readonly Date[],
): Promise<void> {
  const times = new Set(dueTimes.map((time) => Math.ceil(time.getTime() / stepMs) * stepMs))
  for (const time of [...times].toSorted((one, other) => one - other)) {
    const startAfter = new Date(time)
    const singletonKey = `${articleId} ${startAfter.toISOString()}`
    await enqueue(trx, collectNotificationMails, {}, { startAfter, singletonKey })
  }
}
