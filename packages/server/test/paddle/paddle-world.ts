/**
 * Paddle in memory, with a clock of its own: the catalogue, customers, transactions, subscriptions and adjustments in
 * the shapes of its API, and the events that every change causes.
 */
import { createClock, createPayments } from './paddle-payments.ts'
import {
  addCycle,
  buildPrice,
  iso,
  type Cycle,
  newId,
  PaddleRefusal,
  subscriptionItems,
  type Item,
  type Json,
  type NewPrice,
  type PaddleEvent,
  type PaddlePrice,
  type PaddleSubscription,
  type PaddleTransaction,
} from './paddle-shapes.ts'

type OrderedItem = { price_id: string; quantity: number }

export type PaddleWorld = ReturnType<typeof createPaddleWorld>

export function createPaddleWorld(startsAt = new Date('2026-11-01T09:00:00Z')) {
  const clock = createClock(startsAt)
  const { now, touch } = clock
  const prices = new Map<string, PaddlePrice>()
  const customers = new Map<string, Json & { id: string; email: string }>()
  const subscriptions = new Map<string, PaddleSubscription>()
  const adjustments = new Map<string, Json & { id: string; transaction_id: string; subscription_id: string | null }>()
  const events: PaddleEvent[] = []
  const listeners = new Set<(event: PaddleEvent) => void>()
  /** Cards are declined while true. */
  const world = { isDeclining: false }

  /** One change can cause several events at the same moment. */
  function emit(data: Json & { id: string; updated_at?: unknown }, ...types: string[]): void {
    const occurredAt = now()
    for (const type of types) {
      const event: PaddleEvent = {
        event_id: newId('evt'),
        event_type: type,
        occurred_at: occurredAt,
        notification_id: newId('ntf'),
        data: structuredClone(data),
      }
      events.push(event)
      for (const listener of listeners) listener(event)
    }
  }

  const payments = createPayments({ clock, emit, isDeclining: () => world.isDeclining })
  const { transactions, addTransaction, recordPayment, collect, complete } = payments

  const itemsOf = (subscription: PaddleSubscription): Item[] =>
    subscription.items.map((item) => ({ price: item['price'] as PaddlePrice, quantity: item['quantity'] as number }))

  function getSubscription(id: string): PaddleSubscription {
    const found = subscriptions.get(id)
    if (found === undefined) throw new PaddleRefusal(404, 'not_found')
    return found
  }
  function getTransaction(id: string): PaddleTransaction {
    const found = transactions.get(id)
    if (found === undefined) throw new PaddleRefusal(404, 'not_found')
    return found
  }
  function withPrice({ price_id: priceId, quantity }: OrderedItem): Item {
    const price = prices.get(priceId)
    if (price === undefined) throw new PaddleRefusal(404, 'not_found')
    return { price, quantity }
  }
  function requireStatus(subscription: PaddleSubscription, ...allowed: PaddleSubscription['status'][]): void {
    if (!allowed.includes(subscription.status))
      throw new PaddleRefusal(400, `subscription_update_when_${subscription.status}`)
  }
  const startPeriod = (cycle: Cycle) => {
    const endsAt = iso(addCycle(clock.ms(), cycle))
    return { current_billing_period: { starts_at: iso(clock.ms()), ends_at: endsAt }, next_billed_at: endsAt }
  }

  return Object.assign(world, {
    prices,
    customers,
    transactions,
    subscriptions,
    adjustments,
    events,
    onEvent(listener: (event: PaddleEvent) => void) {
      listeners.add(listener)
    },
    now: () => new Date(clock.ms()),
    /** Its time is that of this computer. */
    catchUp: () => clock.advanceTo(Date.now() + 1),
    advance(ms: number) {
      clock.advanceTo(clock.ms() + ms)
    },
    getSubscription,
    getTransaction,

    addPrice(input: NewPrice): PaddlePrice {
      const price = buildPrice(input)
      prices.set(price.id, price)
      return price
    },

    createCustomer(email: string, name: string | null) {
      if ([...customers.values()].some((customer) => customer.email === email))
        throw new PaddleRefusal(409, 'customer_already_exists')
      const created = now()
      const customer = {
        id: newId('ctm'),
        email,
        name,
        status: 'active',
        locale: 'en',
        marketing_consent: false,
        custom_data: null,
        import_meta: null,
        created_at: created,
        updated_at: created,
      }
      customers.set(customer.id, customer)
      return customer
    },

    createTransaction(input: { items: OrderedItem[]; customer_id: string; custom_data: Json | null }) {
      const items = input.items.map(withPrice)
      const isFree = items.some(({ price }) => price.trial_period !== null)
      return addTransaction({
        items,
        customerId: input.customer_id,
        customData: input.custom_data,
        origin: 'api',
        isFree,
      })
    },

    /** The customer fills in the form. */
    completeCheckout(transactionId: string, card?: { type: string; last4: string }): PaddleSubscription {
      const transaction = getTransaction(transactionId)
      recordPayment(transaction, true, card)
      if (transaction.subscription_id !== null) {
        const subscription = getSubscription(transaction.subscription_id)
        complete(transaction)
        if (subscription.status === 'past_due') {
          touch(subscription, { status: 'active' })
          emit(subscription, 'subscription.updated', 'subscription.activated')
        }
        return subscription
      }
      const [first] = transaction.items as [Item]
      const trial = first.price.trial_period
      const created = now()
      const status = trial === null ? 'active' : 'trialing'
      const subscription: PaddleSubscription = {
        id: newId('sub'),
        status,
        customer_id: transaction.customer_id ?? '',
        address_id: newId('add'),
        business_id: null,
        currency_code: first.price.unit_price.currency_code,
        created_at: created,
        updated_at: created,
        started_at: created,
        first_billed_at: null,
        paused_at: null,
        canceled_at: null,
        discount: null,
        collection_mode: 'automatic',
        billing_details: null,
        billing_cycle: first.price.billing_cycle,
        ...startPeriod(trial ?? first.price.billing_cycle),
        scheduled_change: null,
        management_urls: null,
        items: subscriptionItems(transaction.items, status, iso(clock.ms())),
        custom_data: transaction.custom_data,
        import_meta: null,
      }
      subscriptions.set(subscription.id, subscription)
      transaction.subscription_id = subscription.id
      // Not always in this order.
      emit(subscription, 'subscription.created', trial === null ? 'subscription.activated' : 'subscription.trialing')
      complete(transaction)
      return subscription
    },

    /** The period is over: the trial ends, the subscription renews, pauses or ends. */
    endPeriod(id: string): void {
      const subscription = getSubscription(id)
      requireStatus(subscription, 'active', 'trialing')
      const endsAt = Date.parse(subscription.current_billing_period?.ends_at ?? '')
      clock.advanceTo(endsAt)
      const change = subscription.scheduled_change
      if (change !== null) {
        const status = change.action === 'pause' ? 'paused' : 'canceled'
        touch(subscription, { status, scheduled_change: null, next_billed_at: null })
        return emit(subscription, 'subscription.updated', `subscription.${status}`)
      }
      const wasTrial = subscription.status === 'trialing'
      const transaction = addTransaction({
        items: itemsOf(subscription),
        customerId: subscription.customer_id,
        customData: null,
        origin: 'subscription_recurring',
        subscriptionId: id,
      })
      const isPaid = collect(transaction)
      touch(subscription, { status: isPaid ? 'active' : 'past_due', ...startPeriod(subscription.billing_cycle) })
      if (!isPaid) return emit(subscription, 'subscription.updated', 'subscription.past_due')
      emit(subscription, 'subscription.updated', ...(wasTrial ? ['subscription.activated'] : []))
    },

    /** A retry of what is overdue. */
    retryPayment(id: string): void {
      const subscription = getSubscription(id)
      requireStatus(subscription, 'past_due')
      const open = [...transactions.values()].findLast((one) => one.subscription_id === id && one.status === 'past_due')
      if (open === undefined || !collect(open)) return
      touch(subscription, { status: 'active' })
      emit(subscription, 'subscription.updated', 'subscription.activated')
    },

    update(
      id: string,
      change: {
        items?: OrderedItem[]
        proration_billing_mode?: string
        scheduled_change?: null
      },
    ) {
      const subscription = getSubscription(id)
      if (change.items === undefined) {
        touch(subscription, { scheduled_change: null })
        emit(subscription, 'subscription.updated')
        return subscription
      }
      requireStatus(subscription, 'active', 'trialing')
      const mode = change.proration_billing_mode
      if (mode === undefined) throw new PaddleRefusal(400, 'subscription_items_update_missing_proration_billing_mode')
      if (subscription.status === 'trialing' && mode !== 'do_not_bill')
        throw new PaddleRefusal(400, 'subscription_trialing_items_update_invalid_options')
      if (subscription.scheduled_change !== null && mode.endsWith('next_billing_period'))
        throw new PaddleRefusal(400, 'subscription_invalid_billing_mode_for_scheduled_change')
      const items = change.items.map(withPrice)
      if (mode === 'prorated_immediately') {
        if (world.isDeclining) throw new PaddleRefusal(400, 'subscription_payment_declined')
        const charge = { items, customerId: subscription.customer_id, customData: null, subscriptionId: id }
        collect(addTransaction({ ...charge, origin: 'subscription_update' }))
      }
      const [first] = items as [Item]
      const isOtherCycle = first.price.billing_cycle.interval !== subscription.billing_cycle.interval
      touch(subscription, {
        items: subscriptionItems(items, subscription.status, iso(clock.ms())),
        billing_cycle: first.price.billing_cycle,
        ...(isOtherCycle && subscription.status === 'active' ? startPeriod(first.price.billing_cycle) : {}),
      })
      emit(subscription, 'subscription.updated')
      return subscription
    },

    pause(id: string, effectiveFrom: 'next_billing_period' | 'immediately' = 'next_billing_period') {
      const subscription = getSubscription(id)
      requireStatus(
        subscription,
        'active',
        'trialing',
        ...(effectiveFrom === 'immediately' ? ['past_due' as const] : []),
      )
      if (effectiveFrom === 'immediately') {
        touch(subscription, { status: 'paused', next_billed_at: null, scheduled_change: null })
        emit(subscription, 'subscription.updated', 'subscription.paused')
      } else {
        const effectiveAt = subscription.current_billing_period?.ends_at ?? iso(clock.ms())
        touch(subscription, { scheduled_change: { action: 'pause', effective_at: effectiveAt, resume_at: null } })
        emit(subscription, 'subscription.updated')
      }
      return subscription
    },

    resume(id: string) {
      const subscription = getSubscription(id)
      requireStatus(subscription, 'paused')
      const charge = { items: itemsOf(subscription), customerId: subscription.customer_id, customData: null }
      const transaction = addTransaction({ ...charge, origin: 'subscription_recurring', subscriptionId: id })
      if (!collect(transaction)) throw new PaddleRefusal(400, 'subscription_payment_declined')
      touch(subscription, { status: 'active', ...startPeriod(subscription.billing_cycle) })
      emit(subscription, 'subscription.updated', 'subscription.resumed')
      return subscription
    },

    cancel(id: string, effectiveFrom: 'next_billing_period' | 'immediately' = 'next_billing_period') {
      const subscription = getSubscription(id)
      if (subscription.status === 'canceled') throw new PaddleRefusal(400, 'subscription_update_when_canceled')
      if (effectiveFrom === 'immediately') {
        touch(subscription, { status: 'canceled', next_billed_at: null, scheduled_change: null })
        emit(subscription, 'subscription.updated', 'subscription.canceled')
      } else {
        requireStatus(subscription, 'active', 'trialing')
        const effectiveAt = subscription.current_billing_period?.ends_at ?? iso(clock.ms())
        touch(subscription, { scheduled_change: { action: 'cancel', effective_at: effectiveAt, resume_at: null } })
        emit(subscription, 'subscription.updated')
      }
      return subscription
    },

    changePaymentMethod(id: string): PaddleTransaction {
      const subscription = getSubscription(id)
      requireStatus(subscription, 'active', 'trialing', 'past_due')
      const overdue = [...transactions.values()].findLast(
        (one) => one.subscription_id === id && one.status === 'past_due',
      )
      if (overdue !== undefined) return overdue
      return addTransaction({
        items: itemsOf(subscription),
        customerId: subscription.customer_id,
        customData: null,
        origin: 'subscription_payment_method_change',
        subscriptionId: id,
        isFree: true,
      })
    },

    refund(transactionId: string, total: string, status: 'pending_approval' | 'approved' = 'pending_approval') {
      const transaction = getTransaction(transactionId)
      const created = now()
      const adjustment = {
        id: newId('adj'),
        action: 'refund',
        type: 'partial',
        transaction_id: transactionId,
        subscription_id: transaction.subscription_id,
        customer_id: transaction.customer_id,
        reason: 'other',
        credit_applied_to_balance: null,
        currency_code: transaction['currency_code'],
        status,
        items: [],
        totals: { subtotal: total, tax: '0', total, fee: '0', earnings: '0', currency_code: 'EUR' },
        created_at: created,
        updated_at: created,
      }
      adjustments.set(adjustment.id, adjustment)
      emit(adjustment, 'adjustment.created')
      return adjustment
    },

    decideRefund(adjustmentId: string, status: 'approved' | 'rejected'): void {
      const adjustment = adjustments.get(adjustmentId)
      if (adjustment === undefined) throw new PaddleRefusal(404, 'not_found')
      Object.assign(adjustment, { status, updated_at: now() })
      emit(adjustment, 'adjustment.updated')
    },
  })
}
