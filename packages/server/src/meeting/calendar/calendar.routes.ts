import { AppError } from '@knowreel/shared/error/app-error.ts'
import { calendarCalls, type CalendarState, type OfferedMeeting } from '@knowreel/shared/meeting/calendar.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { serve, type Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { findEvent, listOfferedEvents, setEventSelected, type EventRow } from './calendar.queries.ts'
import type { CalendarServices } from './check-feed.ts'
import { planAheadMs, planEvent } from './plan-event.ts'
import { readFeedState, saveCalendar } from './save-calendar.ts'

export type CalendarDependencies = {
  readonly db: Db
  readonly calendars: CalendarServices
  /** Null if the installation receives no email. */
  readonly findBotAddress: (companyId: string) => Promise<string | null>
}

const maxOffered = 100

export function calendarRoutes({ db, calendars, findBotAddress }: CalendarDependencies): Feature {
  const readState = async (actor: Member): Promise<CalendarState> => ({
    feed: await readFeedState(db, actor),
    botAddress: await findBotAddress(actor.company.id),
  })
  return serve(
    calendarCalls,
    {},
    {
      get: async ({ actor }) => readState(actor),
      save: async ({ actor, body }) => {
        await saveCalendar(db, calendars, actor, body)
        return readState(actor)
      },
      events: async ({ actor }) => {
        const from = new Date()
        const to = new Date(from.getTime() + planAheadMs)
        const events = await listOfferedEvents(db, actor.userId, { from, to, limit: maxOffered })
        const offered = events.flatMap((event) => toOffered(event, from) ?? [])
        return { events: offered.sort((one, other) => (one.startAt < other.startAt ? -1 : 1)) }
      },
      select: async ({ actor, params, body }) => {
        const { id } = params
        const known = isUuid(id) ? await findEvent(db, { userId: actor.userId, id }) : null
        if (known === null) throw new AppError('not_found')
        await runTransaction(db, async (trx) => {
          await setEventSelected(trx, known.id, body.isSelected)
          await planEvent(trx, known.id)
        })
        const event = toOffered({ ...known, isWanted: body.isSelected }, new Date(0))
        if (event === null) throw new AppError('not_found')
        return { event }
      },
    },
  )
}

/** Null if nothing of it is to come. */
function toOffered(event: EventRow, from: Date): OfferedMeeting | null {
  const { id, title, platform, recurrence, isWanted, skipped, occurrences } = event
  const next = occurrences.find(({ at, startAt }) => startAt >= from.getTime() && !skipped.includes(at))
  if (next === undefined) return null
  return {
    id,
    title: next.title ?? title,
    platform: next.link?.platform ?? platform,
    startAt: new Date(next.startAt).toISOString(),
    recurrence,
    isSelected: isWanted,
  }
}
