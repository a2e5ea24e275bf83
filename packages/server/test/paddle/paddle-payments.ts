/** The payments and the clock of Paddle. */
import { randomBytes } from 'node:crypto'
import { detailsOf, iso, newId, type Item, type Json, type PaddleTransaction } from './paddle-shapes.ts'

export type Clock = ReturnType<typeof createClock>

export function createClock(startsAt: Date) {
  let nowMs = startsAt.getTime()
  let microseconds = 0

  /** Every moment is later than the one before. */
  function now(): string {
    microseconds += 1 + (randomBytes(1)[0] ?? 0)
    if (microseconds >= 1000) {
      microseconds = 0
      nowMs += 1
    }
    return `${new Date(nowMs).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`
  }

  function touch<Thing extends { updated_at: string }>(thing: Thing, change: Partial<Thing>): Thing {
    return Object.assign(thing, change, { updated_at: now() })
  }

  return { now, touch, ms: () => nowMs, advanceTo: (ms: number) => void (nowMs = Math.max(nowMs, ms)) }
}

const totalOf = (transaction: Json): string => (transaction['details'] as { totals: { total: string } }).totals.total

type Dependencies = {
  readonly clock: Clock
  readonly emit: (data: Json & { id: string }, ...types: string[]) => void
  readonly isDeclining: () => boolean
}

export function createPayments({ clock, emit, isDeclining }: Dependencies) {
  const { now, touch } = clock
  const transactions = new Map<string, PaddleTransaction>()
  let invoices = 0

  function addTransaction(input: {
    items: Item[]
    customerId: string
    customData: Json | null
    origin: string
    subscriptionId?: string | null
    isFree?: boolean
  }): PaddleTransaction {
    const created = now()
    const transaction: PaddleTransaction = {
      id: newId('txn'),
      status: 'ready',
      customer_id: input.customerId,
      address_id: null,
      business_id: null,
      custom_data: input.customData,
      origin: input.origin,
      collection_mode: 'automatic',
      subscription_id: input.subscriptionId ?? null,
      invoice_id: null,
      invoice_number: null,
      billing_details: null,
      billing_period: null,
      currency_code: input.items[0]?.price.unit_price.currency_code ?? 'EUR',
      discount_id: null,
      created_at: created,
      updated_at: created,
      billed_at: null,
      revised_at: null,
      items: input.items.map(({ price, quantity }) => ({ price_id: price.id, price, quantity, proration: null })),
      details: detailsOf(input.items, input.isFree ?? false),
      payments: [],
      checkout: { url: null },
    }
    transactions.set(transaction.id, transaction)
    emit(transaction, 'transaction.created', 'transaction.ready')
    return transaction
  }

  function recordPayment(
    transaction: PaddleTransaction,
    isPaid: boolean,
    card = { type: 'visa', last4: '4412' },
  ): void {
    transaction.payments.unshift({
      payment_attempt_id: crypto.randomUUID(),
      stored_payment_method_id: crypto.randomUUID(),
      payment_method_id: newId('paymtd'),
      amount: totalOf(transaction),
      status: isPaid ? 'captured' : 'error',
      error_code: isPaid ? null : 'declined',
      method_details: {
        type: 'card',
        card: { ...card, expiry_month: 1, expiry_year: 2030, cardholder_name: 'Henrik Sørensen' },
        paypal: null,
        south_korea_local_card: null,
        underlying_details: null,
      },
      created_at: now(),
      captured_at: isPaid ? now() : null,
    })
  }

  /** Returns whether it was paid. */
  function collect(transaction: PaddleTransaction): boolean {
    const isPaid = !isDeclining()
    recordPayment(transaction, isPaid)
    if (!isPaid) {
      touch(transaction, { status: 'past_due', billed_at: transaction['billed_at'] ?? iso(clock.ms()) } as never)
      emit(transaction, 'transaction.updated', 'transaction.past_due', 'transaction.payment_failed')
      return false
    }
    complete(transaction)
    return true
  }

  function complete(transaction: PaddleTransaction): void {
    touch(transaction, { status: 'paid', billed_at: transaction['billed_at'] ?? iso(clock.ms()) } as never)
    emit(transaction, 'transaction.updated', 'transaction.paid')
    const invoice =
      totalOf(transaction) === '0'
        ? null
        : `KR-${new Date(clock.ms()).getUTCFullYear()}-${String(++invoices).padStart(4, '0')}`
    touch(transaction, { status: 'completed', invoice_number: invoice, invoice_id: newId('inv') } as never)
    emit(transaction, 'transaction.updated', 'transaction.completed')
  }

  return { transactions, addTransaction, recordPayment, collect, complete }
}
