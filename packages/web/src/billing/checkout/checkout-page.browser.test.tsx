import type { Paddle, PaddleEventData, CheckoutOpenOptions } from '@paddle/paddle-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Checkout } from '@knowreel/shared/billing/billing.calls.ts'
import { checkoutRereadDelaysMs } from '@knowreel/shared/billing/billing.rules.ts'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { catchNavigation, openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, link, person } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'

const checkout: Checkout = {
  transactionId: 'txn_9',
  productName: 'Team',
  billingCycle: { interval: 'year', frequency: 1 },
  trialPeriod: { interval: 'day', frequency: 14 },
  unitPrice: { amount: 7680, currencyCode: 'EUR' },
  quantity: 49,
  subtotal: 0,
  tax: 0,
  total: 0,
  isPaymentMethodChange: false,
  isPaid: false,
}

const opened: CheckoutOpenOptions[] = []
let callback: (event: PaddleEventData) => void = () => undefined
let failure: Error | null = null
const setUp = ({ eventCallback }: { eventCallback?: typeof callback }) => void (callback = eventCallback ?? callback)
const emit = (name: string, detail?: string) => callback({ name, detail } as PaddleEventData)

// In place of the provider's script, which is loaded only if the page has none; the library keeps the first.
window.PaddleBillingV1 = {
  Environment: { set: () => undefined },
  Initialize: setUp,
  Update: setUp,
  Checkout: {
    open(options: CheckoutOpenOptions) {
      if (failure) throw failure
      opened.push(options)
    },
    close: () => undefined,
  },
} as unknown as Paddle
beforeEach(() => {
  opened.length = 0
  failure = null
})

afterEach(() => vi.restoreAllMocks())

const open = (change: Partial<Checkout> = {}, answers: Answers = {}) =>
  openPage('/checkout?transactionId=txn_9', {
    session: aSession({ company: aCompany({ isBilling: true, isPaid: false }) }),
    answers: {
      'billing.checkout': { checkout: { ...checkout, ...change }, clientToken: 'test_token', environment: 'sandbox' },
      'company.paidStatus': { status: 'none' },
      ...answers,
    },
  })

it('pays inline, then waits until the company is paid and leads home', async () => {
  const home = catchNavigation('/')
  const { server } = await open()
  await expectVisible('14 days free, then 3,763.20\u00a0€ per year')
  await expect.element(link('Back to Knowreel')).toHaveAttribute('href', '/')
  await expect.poll(() => opened).toHaveLength(1)
  expect(opened[0]).toMatchObject({
    transactionId: 'txn_9',
    settings: { displayMode: 'inline', allowedPaymentMethods: ['google_pay', 'apple_pay', 'paypal', 'card'] },
  })
  emit('checkout.loaded')
  const before = server.requests('company.paidStatus').length
  emit('checkout.completed')
  await expectVisible('Payment received. Your subscription is being confirmed.')
  await expect.poll(() => server.requests('company.paidStatus').length).toBe(before + 1)
  expect(home).toEqual([])
  server.answer({ 'company.paidStatus': { status: 'trialing' } })
  await expect.poll(() => home, { timeout: 8000 }).toHaveLength(1)
})

it('shows the provider’s error, and can try again', async () => {
  await open()
  await expect.poll(() => opened).toHaveLength(1)
  emit('checkout.error', 'The transaction has expired')
  await expectVisible('The transaction has expired')
  const reloaded = catchNavigation(location.pathname)
  await person.click(button('Try again'))
  await expect.poll(() => reloaded).toHaveLength(1)
})

it('says that the form could not be initialized', async () => {
  failure = new Error('')
  await open()
  await expectVisible('Failed to initialize Paddle')
})

it('waits for a payment that is already made, without a form', async () => {
  const home = catchNavigation('/')
  await open({ isPaid: true }, { 'company.paidStatus': { status: 'active' } })
  await expect.poll(() => home, { timeout: 8000 }).toHaveLength(1)
  expect(opened).toEqual([])
})

it('reads a payment again whose confirmation does not arrive, and says that nobody has to pay again', async () => {
  const startTimeout = setTimeout.bind(window)
  const startInterval = setInterval.bind(window)
  const hurry = (ms = 0) => (ms >= 15_000 ? ms / 100 : ms)
  vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
    startTimeout(work, hurry(ms))) as typeof setTimeout)
  vi.spyOn(window, 'setInterval').mockImplementation(((work: () => void, ms?: number) =>
    startInterval(work, hurry(ms))) as typeof setInterval)
  const { server } = await open()
  await expect.poll(() => opened).toHaveLength(1)
  emit('checkout.loaded')
  expect(server.requests('billing.checkout')).toHaveLength(1)
  emit('checkout.completed')
  await expectVisible('Payment received. Your subscription is being confirmed.')
  await expect.poll(() => server.requests('billing.checkout').length).toBeGreaterThan(2)
  server.answer({ 'billing.checkout': refuse('payment_provider_failed') })
  await expectVisible(page.getByText('You don’t need to pay again'))
  const home = catchNavigation('/')
  server.answer({ 'company.paidStatus': { status: 'active' } })
  await expect.poll(() => home, { timeout: 8000 }).toHaveLength(1)
})

it('stops reading a payment after ten minutes, keeps saying that it is paid, and checks it again on request', async () => {
  const startTimeout = setTimeout.bind(window)
  const delays: readonly number[] = checkoutRereadDelaysMs
  vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, ms = 0) =>
    startTimeout(work, delays.includes(ms) ? 5 : ms)) as typeof setTimeout)
  const { server } = await open({ isPaid: true })
  await expectVisible('Payment received. Your subscription is being confirmed.')
  // Unlike a provider that fails, it is not repeated by the page.
  server.answer({ 'billing.checkout': refuse('not_found') })
  await expectVisible(button('Check again'))
  expect(delays.reduce((sum, ms) => sum + ms)).toBe(600_000)
  expect(server.requests('billing.checkout')).toHaveLength(1 + delays.length)
  await expectVisible('Payment received. Your subscription is being confirmed.')
  const before = server.requests('billing.checkout').length
  await person.click(button('Check again'))
  await expect.poll(() => server.requests('billing.checkout').length).toBeGreaterThan(before)
  await expectVisible('Payment received. Your subscription is being confirmed.')
})

it('still says that it is paid after a reload while the payment cannot be read', async () => {
  sessionStorage.setItem('knowreel.paid:txn_9', '1')
  await open({}, { 'billing.checkout': refuse('payment_provider_failed') })
  await expectVisible('Payment received. Your subscription is being confirmed.')
  expect(opened).toEqual([])
})

it('explains a transaction that is not one of the company', async () => {
  await open({}, { 'billing.checkout': refuse('not_found') })
  await expectVisible(button('Try again'))
})
