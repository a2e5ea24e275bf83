/** A subscription that lives through whatever can happen to one, in an order that Paddle allows. */
import type { Random } from '../access/random-requests.ts'
import { PaddleRefusal, type PaddleSubscription } from './paddle-shapes.ts'
import { createPaddleWorld, type PaddleWorld } from './paddle-world.ts'

const maxSteps = 12

/** `link` is what an installation writes into its checkouts. Returns the world with all its events. */
export function liveThrough(chance: Random, link: Record<string, unknown>): PaddleWorld {
  const world = createPaddleWorld()
  const currencyCode = chance.pick(['EUR', 'JPY', 'KWD'])
  const trial = chance.next() < 0.5 ? { interval: 'day' as const, frequency: 14 } : null
  const first = world.addPrice({ productName: 'Team', amount: '1200', interval: 'month', currencyCode, trial })
  const others = [
    world.addPrice({ productName: 'Team', amount: '12000', interval: 'year', currencyCode }),
    world.addPrice({ productName: 'Enterprise', amount: '2000', interval: 'month', currencyCode }),
  ]
  const customer = world.createCustomer(`owner-${chance.next()}@example.com`, 'Owner')
  const subscribe = () => {
    const items = [{ price_id: first.id, quantity: 1 + Math.floor(chance.next() * 9) }]
    const order = world.createTransaction({ items, customer_id: customer.id, custom_data: { ...link } })
    return world.completeCheckout(order.id)
  }
  let subscription = subscribe()
  const steps = 1 + Math.floor(chance.next() * maxSteps)
  for (let step = 0; step < steps; step++) {
    world.advance(chance.next() * 86_400_000)
    if (subscription.status === 'canceled' && chance.next() < 0.7) subscription = subscribe()
    else attempt(() => performStep(world, chance, subscription, [first.id, ...others.map(({ id }) => id)]))
  }
  return world
}

function attempt(step: () => unknown): void {
  try {
    step()
  } catch (error) {
    // Not possible in this state.
    if (!(error instanceof PaddleRefusal)) throw error
  }
}

function performStep(
  world: PaddleWorld,
  chance: Random,
  { id, items }: PaddleSubscription,
  priceIds: readonly string[],
): unknown {
  const quantity = 1 + Math.floor(chance.next() * 9)
  const samePrice = (items[0] as { price: { id: string } }).price.id
  world.isDeclining = chance.next() < 0.25
  const step = chance.pick([
    () => world.endPeriod(id),
    () => world.endPeriod(id),
    () => world.retryPayment(id),
    () => world.pause(id, chance.pick(['immediately', 'next_billing_period'])),
    () => world.resume(id),
    () => world.update(id, { scheduled_change: null }),
    () => world.cancel(id, chance.pick(['immediately', 'next_billing_period', 'next_billing_period'])),
    () => changeItems(world, id, { price_id: samePrice, quantity }),
    () => changeItems(world, id, { price_id: chance.pick(priceIds), quantity }),
    () => world.completeCheckout(world.changePaymentMethod(id).id, { type: 'mastercard', last4: '1881' }),
    () => refundSomething(world, chance, id),
  ])
  const result = step()
  world.isDeclining = false
  return result
}

function changeItems(world: PaddleWorld, id: string, item: { price_id: string; quantity: number }): void {
  const isTrial = world.getSubscription(id).status === 'trialing'
  const mode = isTrial ? 'do_not_bill' : 'prorated_immediately'
  world.update(id, { items: [item], proration_billing_mode: mode })
}

function refundSomething(world: PaddleWorld, chance: Random, id: string): void {
  const paid = [...world.transactions.values()].filter(
    (one) => one.subscription_id === id && one['invoice_number'] !== null,
  )
  if (paid.length === 0) return
  const refund = world.refund(chance.pick(paid).id, '100')
  world.decideRefund(refund.id, chance.pick(['approved', 'rejected']))
}

/** The same events in another order, some of them more than once. */
export function shuffle<Event>(chance: Random, events: readonly Event[]): Event[] {
  const repeated = events.flatMap((event) => (chance.next() < 0.2 ? [event, event] : [event]))
  return repeated
    .map((event) => ({ event, at: chance.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event }) => event)
}
