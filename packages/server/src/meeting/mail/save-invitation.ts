import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { readCalendarText } from '../calendar/calendar-reader.ts'
import { saveEvent } from '../calendar/calendar.queries.ts'
import { planEvent } from '../calendar/plan-event.ts'
import {
  deleteInvitation,
  findInvitationSource,
  listInvitationsReadBefore,
  lockInvitation,
  postponeInvitation,
  type StoredInvitation,
} from './mail.queries.ts'

const dayMs = 86_400_000
const perRun = 200

/** Reading takes a while, so nothing is locked while it does; `changed` if another message came first. */
export async function saveInvitation(
  db: Db,
  { userId, companyId, uid, known, source }: StoredInvitation & { readonly known: string | null },
  jitsiHosts: readonly string[],
  now = new Date(),
): Promise<'saved' | 'changed' | 'unreadable'> {
  const content = await readCalendarText(source, { jitsiHosts, now: now.getTime() })
  const event = content?.events.find((one) => one.uid === uid)
  if (event === undefined) return 'unreadable'
  return runTransaction(db, async (trx) => {
    await lockInvitation(trx, { userId, uid })
    if ((await findInvitationSource(trx, { userId, uid })) !== known) return 'changed'
    const id = await saveEvent(trx, { userId, companyId, origin: 'mail', event, source })
    if (id !== null) await planEvent(trx, id, now)
    return 'saved'
  })
}

/**
 * Once a day, so that series and events of the far future become meetings when their time approaches. Those without
 * anything to come, however far ahead, are forgotten. What cannot be read now is tried again the next day.
 */
export async function refreshInvitations(db: Db, jitsiHosts: readonly string[], now = new Date()): Promise<void> {
  const stored = await listInvitationsReadBefore(db, new Date(now.getTime() - dayMs), perRun)
  for (const invitation of stored) {
    const { userId, uid, source } = invitation
    const content = await readCalendarText(source, { jitsiHosts, now: now.getTime(), aheadMs: Infinity })
    const isOver = (content?.events.find((one) => one.uid === uid)?.occurrences ?? []).length === 0
    if (content === null) await postponeInvitation(db, { userId, uid })
    else if (isOver) await runTransaction(db, (trx) => deleteInvitation(trx, { userId, uid }))
    else await saveInvitation(db, { ...invitation, known: source }, jitsiHosts, now)
  }
}
