import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { notificationKey } from '../live/live-keys.ts'
import { markAllRead, markRead } from './read-mark.queries.ts'
import { findSettledTime } from './list.queries.ts'

const personOf = ({ userId, company }: Member) => ({ userId, companyId: company.id })

export async function readNotification(db: Db, actor: Member, id: string): Promise<void> {
  const person = personOf(actor)
  await runTransaction(db, async (trx) => {
    if (!(await markRead(trx, person, id))) throw new AppError('not_found')
    // Their other pages are updated too.
    await emitLive(trx, { type: 'notification', keys: [notificationKey(person)] })
  })
}

export async function readAllNotifications(db: Db, actor: Member): Promise<void> {
  const person = personOf(actor)
  await runTransaction(db, async (trx) => {
    if ((await markAllRead(trx, person)) === 0) return
    await emitLive(trx, { type: 'notification', keys: [notificationKey(person)] })
  })
}

/** A cached time stays correct; it only returns new items for a little longer. */
const cacheMs = 1000

/**
 * The time before which nothing is written any more, read from the database at most once a second however many callers
 * need it.
 */
export function cacheSettledTime(db: Db): () => Promise<Date> {
  let kept: { readonly time: Promise<Date>; readonly until: number } | null = null
  return () => {
    if (kept === null || performance.now() > kept.until) {
      const time = findSettledTime(db)
      kept = { time, until: performance.now() + cacheMs }
      time.catch(() => (kept = null))
    }
    return kept.time
  }
}
