/**
 * Fetches a calendar feed, if it changed, and lets the meetings of its person follow it. Once a day it is read without
 * its ETag and compared with everything that is known, so that nothing is missed for longer. A feed that fails is
 * requested ever more rarely, up to once a day and not before its server allows; what it offered before stays.
 */
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { unseal } from '../../platform/crypto/sealed-box.ts'
import { FetchRefused, FetchTooLarge, type ConditionalFetch, type FetchedDocument } from '../../platform/fetch/index.ts'
import { dropEvent } from './drop-event.ts'
import { readCalendarText } from './calendar-reader.ts'
import {
  findFeed,
  forgetEvents,
  listEventIds,
  listGoneEvents,
  lockFeed,
  saveEvent,
  saveFeedCheck,
  type FeedRow,
} from './calendar.queries.ts'
import { planEvent } from './plan-event.ts'
import type { CalendarContent } from './read-calendar.ts'

export type CalendarServices = {
  /** Opens the addresses of feeds. */
  readonly calendarKey: Buffer
  readonly fetchCalendar: ConditionalFetch
  readonly jitsiHosts: readonly string[]
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const checkEveryMs = 5 * minuteMs
/** Only reading it moves the window in which its series are known. */
const readEveryMs = dayMs
const fetchLimits = {
  maximumBytes: 10_000_000,
  timeoutMs: 20_000,
  accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
}

export type FetchedFeed =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: NonNullable<FeedRow['error']>; readonly retryAfterMs: number }
  | { readonly kind: 'read'; readonly content: CalendarContent; readonly etag: string | null }

/** Never throws. */
export async function fetchFeed(
  { fetchCalendar, jitsiHosts }: CalendarServices,
  { address, etag }: { readonly address: string; readonly etag: string | null },
): Promise<FetchedFeed> {
  let found: FetchedDocument | null
  try {
    found = await fetchCalendar(address, { ...fetchLimits, etag })
  } catch (error) {
    if (error instanceof FetchTooLarge) return { kind: 'failed', error: 'unreadable', retryAfterMs: 0 }
    if (error instanceof FetchRefused) return { kind: 'failed', error: 'unreachable', retryAfterMs: error.retryAfterMs }
    throw error
  }
  if (found === null) return { kind: 'unchanged' }
  const content = await readCalendarText(found.body.toString('utf8'), { jitsiHosts })
  return content === null
    ? { kind: 'failed', error: 'unreadable', retryAfterMs: 0 }
    : { kind: 'read', content, etag: found.etag }
}

export async function checkFeed(db: Db, services: CalendarServices, userId: string, now = new Date()): Promise<void> {
  const feed = await findFeed(db, userId)
  if (feed === null) return
  const isFresh = feed.readAt !== null && now.getTime() - feed.readAt.getTime() < readEveryMs
  const address = unseal(services.calendarKey, userId, feed.url).toString('utf8')
  const fetched = await fetchFeed(services, { address, etag: isFresh ? feed.etag : null })
  await runTransaction(db, (trx) => saveFetched(trx, feed, fetched, now))
  await planEvents(db, userId, now)
}

/** Nothing if another address replaced it in the meantime. */
async function saveFetched(trx: Trx, feed: FeedRow, fetched: FetchedFeed, now: Date): Promise<void> {
  const current = await lockFeed(trx, feed.userId)
  if (current === null || !current.url.equals(feed.url)) return
  const after = (ms: number) => new Date(now.getTime() + ms)
  const good = { failures: 0, error: null, nextCheckAt: after(checkEveryMs) }
  if (fetched.kind === 'unchanged') return saveFeedCheck(trx, feed.userId, good)
  if (fetched.kind === 'failed') {
    const failures = current.failures + 1
    const waitMs = Math.min(dayMs, Math.max(checkEveryMs * 2 ** failures, fetched.retryAfterMs))
    return saveFeedCheck(trx, feed.userId, { failures, error: fetched.error, nextCheckAt: after(waitMs) })
  }
  await saveEvents(trx, current, fetched.content, after(-dayMs))
  await saveFeedCheck(trx, feed.userId, { ...good, etag: fetched.etag, readAt: now })
}

/** Caches of servers return old copies: an older version only replaces one that was last seen before `unseenSince`. */
export async function saveEvents(
  trx: Trx,
  { userId, companyId }: Pick<FeedRow, 'userId' | 'companyId'>,
  { events }: CalendarContent,
  unseenSince: Date,
): Promise<void> {
  for (const event of events) await saveEvent(trx, { userId, companyId, origin: 'feed', event, unseenSince })
  const gone = await listGoneEvents(
    trx,
    userId,
    events.map(({ uid }) => uid),
  )
  for (const id of gone) await dropEvent(trx, id)
  await forgetEvents(trx, gone)
}

/** Each in its own transaction, so that no calendar locks many meetings. */
export async function planEvents(db: Db, userId: string, now = new Date()): Promise<void> {
  for (const id of await listEventIds(db, userId, 'feed')) await runTransaction(db, (trx) => planEvent(trx, id, now))
}
