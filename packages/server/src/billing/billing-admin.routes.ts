import {
  billingAdminCalls,
  type BillingEvent,
  type UnappliedEvent,
} from '@knowreel/shared/billing/billing-admin.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { installationPolicy, serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { dismissDueRefund } from './billing-end.queries.ts'
import { listDueRefunds, listSubscriptions } from './billing.queries.ts'
import type { Mirroring } from './mirror/mirroring.ts'
import { applyEvent } from './webhook/apply-event.ts'
import { findEvent, findEventOf, listEventsOf, listUnappliedDetails } from './webhook/event.queries.ts'

const shownEvents = 50
const shownUnapplied = 100
const shownRefunds = 100

/** Available while billing is off too: past payments remain visible. */
export const billingAdminRoutes = ({ db, mirroring }: { readonly db: Db; readonly mirroring: Mirroring }) => {
  const replay = async (eventId: string, find: () => Promise<EventRow | null>) => {
    if ((await find()) === null) throw new AppError('not_found')
    await applyEvent(db, mirroring, eventId, true)
    const event = await find()
    if (event === null) throw new AppError('not_found')
    return { event: toEvent(event) }
  }
  return serve(billingAdminCalls, installationPolicy, {
    company: async ({ params: { id } }) => {
      if (!isUuid(id)) throw new AppError('not_found')
      const [subscriptions, events] = await Promise.all([listSubscriptions(db, id), listEventsOf(db, id, shownEvents)])
      return { subscriptions, events: events.map(toEvent) }
    },
    unapplied: async ({ query: { outcome } }) => {
      const [found, refundsDue] = await Promise.all([
        listUnappliedDetails(db, outcome || null, shownUnapplied + 1),
        listDueRefunds(db, shownRefunds),
      ])
      return {
        events: found.slice(0, shownUnapplied).map(toUnapplied),
        isTruncated: found.length > shownUnapplied,
        refundsDue,
      }
    },
    dismissRefund: async ({ body: { transactionId } }) => {
      if (!(await runTransaction(db, (trx) => dismissDueRefund(trx, transactionId)))) throw new AppError('not_found')
      return { success: true }
    },
    replayUnapplied: ({ body: { eventId } }) => replay(eventId, () => findEvent(db, eventId)),
    replay: ({ params: { id }, body: { eventId } }) =>
      replay(eventId, async () => (isUuid(id) ? findEventOf(db, id, eventId) : null)),
  })
}

type EventRow = NonNullable<Awaited<ReturnType<typeof findEventOf>>>

const toEvent = ({ occurredAt, receivedAt, appliedAt, ...event }: EventRow): BillingEvent => ({
  ...event,
  occurredAt: occurredAt.toISOString(),
  receivedAt: receivedAt.toISOString(),
  appliedAt: appliedAt?.toISOString() ?? null,
})

type UnappliedRow = Awaited<ReturnType<typeof listUnappliedDetails>>[number]

const toUnapplied = ({ companyId: id, companyTitle: title, ...row }: UnappliedRow): UnappliedEvent => ({
  ...toEvent(row),
  company: id === null || title === null ? null : { id, title },
})
