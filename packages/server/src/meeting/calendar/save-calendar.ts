/** Connects and disconnects the calendar feed of a person, and stores which of its meetings they want. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { CalendarSelection, CalendarState } from '@knowreel/shared/meeting/calendar.calls.ts'
import type { Member } from '../../access/index.ts'
import { seal } from '../../platform/crypto/sealed-box.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { fetchFeed, planEvents, saveEvents, type CalendarServices } from './check-feed.ts'
import {
  countWantedMeetings,
  deleteEvents,
  deleteFeed,
  findFeed,
  listEventIds,
  lockFeed,
  saveFeed,
  saveFeedCheck,
  saveSelection,
} from './calendar.queries.ts'
import { dropEvent } from './drop-event.ts'

type CalendarChange = {
  readonly icsUrl?: string | null | undefined
  readonly selection?: CalendarSelection | undefined
}

const weekMs = 7 * 86_400_000
const checkEveryMs = 300_000

export async function readFeedState(db: Db, { userId }: Pick<Member, 'userId'>): Promise<CalendarState['feed']> {
  const feed = await findFeed(db, userId)
  if (!feed?.isUsed) return null
  const { host, selection, error, readAt } = feed
  const until = new Date(Date.now() + weekMs)
  const meetingsThisWeek = await countWantedMeetings(db, userId, until)
  return { host, selection, error, readAt: readAt?.toISOString() ?? null, meetingsThisWeek }
}

export async function saveCalendar(
  db: Db,
  services: CalendarServices,
  actor: Member,
  { icsUrl, selection }: CalendarChange,
): Promise<void> {
  if (icsUrl === null) return disconnect(db, actor.userId)
  if (icsUrl !== undefined) await connect(db, services, actor, icsUrl)
  if (selection !== undefined) {
    await runTransaction(db, async (trx) => {
      if ((await lockFeed(trx, actor.userId)) === null) throw new AppError('no_calendar')
      await saveSelection(trx, actor.userId, selection)
    })
  }
  await planEvents(db, actor.userId)
}

/** Programs offer these addresses with a protocol of their own. */
const toWebAddress = (address: string): string => address.replace(/^webcals?:\/\//i, 'https://')

async function connect(db: Db, services: CalendarServices, actor: Member, icsUrl: string): Promise<void> {
  const address = toWebAddress(icsUrl)
  const fetched = await fetchFeed(services, { address, etag: null })
  if (fetched.kind !== 'read')
    throw new AppError(
      fetched.kind === 'failed' && fetched.error === 'unreadable' ? 'calendar_unreadable' : 'calendar_unreachable',
    )
  const { userId, company } = actor
  const url = seal(services.calendarKey, userId, Buffer.from(address))
  await runTransaction(db, async (trx) => {
    const feed = { userId, companyId: company.id, url, host: new URL(address).hostname }
    await saveFeed(trx, feed)
    const now = new Date()
    await saveEvents(trx, feed, fetched.content, now)
    const nextCheckAt = new Date(now.getTime() + checkEveryMs)
    await saveFeedCheck(trx, userId, { failures: 0, error: null, etag: fetched.etag, readAt: now, nextCheckAt })
  })
}

const disconnect = (db: Db, userId: string): Promise<void> =>
  runTransaction(db, async (trx) => {
    await lockFeed(trx, userId)
    const ids = await listEventIds(trx, userId, 'feed')
    for (const id of ids) await dropEvent(trx, id)
    await deleteEvents(trx, ids)
    await deleteFeed(trx, userId)
  })
