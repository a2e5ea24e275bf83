/** Billing against the Paddle test server, with jobs that run when the test says so. */
import { sql } from 'kysely'
import { cancelSubscription } from '../../src/billing/cancel-subscription.job.ts'
import { openBilling } from '../../src/billing/open-billing.ts'
import { reconcile } from '../../src/billing/reconcile/reconcile.ts'
import { updateDueSeats } from '../../src/billing/seats/update-seats.ts'
import { applyEvent } from '../../src/billing/webhook/apply-event.ts'
import type { BuiltCompany } from '../../src/company/company.builder.ts'
import { jobServices } from '../job-services.ts'
import { testSecret, type TestServer } from '../server.ts'
import { deliver, type PaddleServer } from './paddle-server.ts'
import type { PaddleSubscription } from './paddle-shapes.ts'

export async function openBillingTest(server: TestServer, paddle: PaddleServer) {
  const { db } = server
  const { world } = paddle
  const { billing } = await openBilling({
    db,
    enqueue: server.jobs.enqueue,
    settings: paddle.settings,
    secret: testSecret,
    isApi: false,
  })
  if (billing === null) throw new Error('Billing is off')
  let delivered = 0

  /** The messages since the last time arrive. */
  async function storeEvents(): Promise<void> {
    for (const event of world.events.slice(delivered)) {
      const status = await deliver(server.url, event)
      if (status !== 200) throw new Error(`A message was answered with ${status}`)
    }
    delivered = world.events.length
  }

  /** Applies what arrived, as the worker does. */
  const applyStored = async (): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      select id from billing_events where outcome = 'stored' order by received_at`.execute(db)
    for (const { id } of rows) await applyEvent(db, billing, id)
  }

  async function applyEvents(): Promise<void> {
    await storeEvents()
    await applyStored()
  }

  /** The messages since the last time never arrive. */
  const loseEvents = () => void (delivered = world.events.length)

  async function beginCheckout(company: BuiltCompany, priceId: string): Promise<string> {
    const owner = await server.signIn(company.owner, company)
    return (await server.call('billing.createTransaction', { body: { priceId } }, owner)).ok.transactionId
  }

  async function pay(transactionId: string): Promise<PaddleSubscription> {
    loseEvents()
    const subscription = world.completeCheckout(transactionId)
    await applyEvents()
    return subscription
  }

  async function cancel(subscriptionId: string): Promise<void> {
    const run = await cancelSubscription.load()
    await run({
      payload: { subscriptionId },
      attempt: 1,
      log: () => undefined,
      signal: new AbortController().signal,
      services: { ...jobServices(db, { billing }), jobs: server.jobs, log: console } as never,
    })
  }

  return {
    billing,
    storeEvents,
    applyEvents,
    applyStored,
    loseEvents,
    beginCheckout,
    pay,
    cancel,
    subscribe: async (company: BuiltCompany, priceId: string) => pay(await beginCheckout(company, priceId)),
    /** Runs the waiting jobs that cancel subscriptions; returns which. */
    async runCancellations(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        delete from pgboss.job where name = ${cancelSubscription.name} returning data ->> 'subscriptionId' as id
      `.execute(db)
      for (const { id } of rows) await cancel(id)
      return rows.map(({ id }) => id)
    },
    reconcile: () => reconcile(db, billing, new AbortController().signal),
    /** Every noted change is due, the oldest first. Returns the lines of the job's log. */
    async updateSeats(): Promise<string[]> {
      await sql`update billing_seat_changes set due_at = changed_at - interval '1 hour'`.execute(db)
      const lines: string[] = []
      await updateDueSeats(db, billing, (line) => lines.push(line))
      return lines
    },
  }
}
