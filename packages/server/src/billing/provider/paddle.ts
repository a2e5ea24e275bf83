/**
 * Paddle. Its library has no time limit and throws a SyntaxError for an answer that is not JSON; it takes half a second
 * to load, which an installation without billing never does.
 */
import type { Price } from '@knowreel/shared/billing/billing.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Environment, Paddle } from '@paddle/paddle-node-sdk'
import type { BillingSettings } from '../../platform/config/billing.ts'
import { withTimeout } from '../../platform/process/with-timeout.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { readCreatedAt, readItems, readPrice, readSubscription, readTransaction } from './snapshots.ts'

/** The checkout page loads the provider's script, which embeds its form. */
export const paymentSiteOf = (path: string): string | null =>
  /^\/checkout\/?$/.test(path) ? 'https://*.paddle.com' : null

const timeLimitMs = 15_000
const pricesLifetimeMs = 60_000
const pageSize = 100

export function createPaddle(settings: BillingSettings): PaymentProvider {
  let opened: Promise<{ readonly paddle: Paddle; readonly toAppError: (error: unknown) => AppError }> | null = null
  const open = () =>
    (opened ??= import('@paddle/paddle-node-sdk').then(({ Paddle, ApiError }) => ({
      // Any other text than the two names is the address of the API.
      paddle: new Paddle(settings.apiKey, { environment: (settings.apiUrl ?? settings.environment) as Environment }),
      toAppError: (error) => describeFailure(error, ApiError),
    })))

  async function ask<Answer>(question: (paddle: Paddle) => Promise<Answer>): Promise<Answer> {
    const { paddle, toAppError } = await open()
    try {
      return await withTimeout(question(paddle), timeLimitMs)
    } catch (error) {
      throw toAppError(error)
    }
  }

  async function* pagesOf(list: (paddle: Paddle) => Collection): AsyncGenerator<unknown[]> {
    const { paddle } = await open()
    const collection = list(paddle)
    do {
      const page = await ask(() => collection.next())
      yield page.map(toWire)
    } while (collection.hasMore)
  }

  let prices: { readonly until: number; readonly list: Promise<readonly Price[]> } | null = null
  async function readPrices(): Promise<readonly Price[]> {
    const found: Price[] = []
    for await (const page of pagesOf((paddle) =>
      paddle.prices.list({ status: ['active'], include: ['product'], perPage: pageSize }),
    )) {
      found.push(...page.flatMap((raw) => readPrice(raw) ?? []))
    }
    return found
  }

  const subscription = (question: (paddle: Paddle) => Promise<unknown>) =>
    ask(async (paddle) => readSubscription(toWire(await question(paddle))))

  return {
    checkout: { clientToken: settings.clientToken, environment: settings.environment },
    listPrices() {
      if (prices === null || prices.until < Date.now()) {
        const list = readPrices()
        prices = { until: Date.now() + pricesLifetimeMs, list }
        // A failure is not remembered.
        list.catch(() => (prices = null))
      }
      return prices.list
    },
    forgetPrices: () => (prices = null),
    async findOrCreateCustomer({ email, name }) {
      const known = await ask((paddle) => paddle.customers.list({ email: [email], status: ['active'] }).next())
      const [first] = known
      return first?.id ?? (await ask((paddle) => paddle.customers.create({ email, name }))).id
    },
    async createTransaction({ priceId, quantity, customerId, link }) {
      const order = { items: [{ priceId, quantity }], customerId, customData: { ...link } }
      return (await ask((paddle) => paddle.transactions.create(order))).id
    },
    async findTransaction(id) {
      try {
        return await ask(async (paddle) => readTransaction(toWire(await paddle.transactions.get(id))))
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    },
    getSubscription: (id) => subscription((paddle) => paddle.subscriptions.get(id)),
    async updateSubscription(id, decide) {
      const { current, items } = await ask(async (paddle) => {
        const raw = toWire(await paddle.subscriptions.get(id))
        return { current: readSubscription(raw), items: readItems(raw) }
      })
      const change = decide(current.state)
      if (change === null) return current
      const { priceId, quantity, settlement } = change
      return subscription((paddle) =>
        paddle.subscriptions.update(id, {
          // The list replaces all items.
          items: items.map((item) => (item.priceId === current.state.priceId ? { priceId, quantity } : item)),
          prorationBillingMode: settlement,
          onPaymentFailure: 'prevent_change',
        }),
      )
    },
    async pauseSubscription(id) {
      const { state } = await subscription((paddle) => paddle.subscriptions.get(id))
      // The end of a period that was not paid cannot be scheduled.
      const effectiveFrom = state.status === 'past_due' ? 'immediately' : 'next_billing_period'
      return subscription((paddle) => paddle.subscriptions.pause(id, { effectiveFrom }))
    },
    keepSubscription: (id) => subscription((paddle) => paddle.subscriptions.update(id, { scheduledChange: null })),
    resumeSubscription: (id) =>
      subscription((paddle) => paddle.subscriptions.resume(id, { effectiveFrom: 'immediately' })),
    async cancelSubscription(id) {
      const found = await subscription((paddle) => paddle.subscriptions.get(id))
      if (found.state.status === 'canceled') return found
      return subscription((paddle) => paddle.subscriptions.cancel(id, { effectiveFrom: 'immediately' }))
    },
    createPaymentMethodChange: async (id) =>
      (await ask((paddle) => paddle.subscriptions.getPaymentMethodChangeTransaction(id))).id,
    getInvoiceUrl: async (id) => (await ask((paddle) => paddle.transactions.getInvoicePDF(id))).url,
    subscriptionPages: () => pagesOf((paddle) => paddle.subscriptions.list({ perPage: pageSize })),
    transactionPages: (which) =>
      pagesOf((paddle) =>
        paddle.transactions.list({
          perPage: pageSize,
          ...('subscriptionId' in which
            ? { subscriptionId: [which.subscriptionId] }
            : { 'updatedAt[GTE]': which.changedSince.toISOString() }),
        }),
      ),
    adjustmentPages: (which) => {
      const pages = pagesOf((paddle) =>
        paddle.adjustments.list({
          perPage: pageSize,
          // Ids begin with the time of their creation.
          orderBy: 'id[DESC]',
          ...('subscriptionId' in which && { subscriptionId: [which.subscriptionId] }),
        }),
      )
      return 'createdSince' in which ? untilOlder(pages, which.createdSince) : pages
    },
  }
}

/** The provider cannot filter adjustments by time. */
async function* untilOlder(pages: AsyncIterable<unknown[]>, since: Date): AsyncGenerator<unknown[]> {
  for await (const page of pages) {
    yield page
    const oldest = page.map(readCreatedAt).findLast((createdAt) => createdAt !== null)
    if (oldest && oldest < since) return
  }
}

/** The library's lists differ only in their items. */
type Collection = { next(): Promise<unknown[]>; readonly hasMore: boolean }

type ApiErrorClass = abstract new (...input: never[]) => Error & {
  readonly type: string
  readonly code: string
  readonly retryAfter: number | null
}

function describeFailure(error: unknown, ApiError: ApiErrorClass): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ApiError)) return new AppError('payment_provider_failed', { cause: error })
  const { code } = error
  if (code === 'not_found' || code === 'entity_not_found') return new AppError('not_found', { cause: error })
  if (code === 'subscription_payment_declined') return new AppError('payment_declined', { cause: error })
  if (code.startsWith('transaction_invoice')) return new AppError('invoice_missing', { cause: error })
  if (error.type === 'request_error' && code.startsWith('subscription_'))
    return new AppError('subscription_ending', { cause: error })
  const retryAfter = error.retryAfter === null ? {} : { retryAfterSeconds: error.retryAfter }
  return new AppError('payment_provider_failed', { cause: error, ...retryAfter })
}

/** The library's objects with the names that the provider uses on the wire, as in its webhooks. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      // Custom fields keep their names.
      name === 'customData' ? inner : toWire(inner),
    ]),
  )
}
