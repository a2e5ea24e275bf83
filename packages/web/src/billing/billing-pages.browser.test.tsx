import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { formatShortDate } from '../ui/time-format.ts'
import type { Answers } from '../../test/fake-server.ts'
import { noResponse, refuse } from '../../test/fake-server.ts'
import { catchNavigation, openPage, phone } from '../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  heading,
  link,
  menuItem,
  person,
  row,
  texts,
  toast,
} from '../../test/person.ts'
import { aCompany, aSession } from '../../test/samples.ts'
import { aMonthlyTrial, aPrice, aSubscription, aTransaction } from './billing.fixture.ts'

const nobreak = (text: string) => text.replaceAll(' €', '\u00a0€')
const paid = { isBilling: true, isPaid: true, paddle: { status: 'active', subscriptionId: 'sub_1' } } as const
const sessionOf = (change: Partial<CurrentCompany> = {}) =>
  aSession({ company: aCompany({ ...paid, ...change }), supportContact: 'help@example.org' })
const method = { name: 'Nordea Visa', lastDigits: '4412' }

describe('plan details', () => {
  const open = (subscription = aSubscription(), answers: Answers = {}, company: Partial<CurrentCompany> = {}) =>
    openPage('/settings/billing/plan-details', {
      session: sessionOf(company),
      answers: {
        'billing.listSubscriptions': { subscriptions: [subscription] },
        'billing.paymentMethod': { paymentMethod: method },
        ...answers,
      },
    })

  it('shows the plan, its period, benefits and payment method', async () => {
    const subscription = aSubscription()
    await open(subscription)
    await expectVisible(heading('Team, monthly'))
    await expectText(page.getByRole('region', { name: 'Plan', exact: true }), nobreak('7.68 € per user'))
    await expectText(page.getByRole('region', { name: 'Plan', exact: true }), nobreak('376.32 € per month'))
    await expectVisible('Day 10 of 30')
    await expectVisible(`Next billing date ${formatShortDate(subscription.nextBilledAt ?? '')}`)
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String((10 / 30) * 100))
    await expectVisible('Unlimited recordings')
    await expectVisible('Card ending in 4412')
    await expect.element(link('Change your plan')).toHaveAttribute('href', '/subscription/update')
  })

  it('cancels after a confirmation; then the plan cannot be changed, but kept', async () => {
    const effectiveAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const ending = aSubscription({ scheduledChange: { action: 'pause', effectiveAt } })
    const { server } = await open()
    await person.click(button('Cancel subscription'))
    await expectVisible(
      dialog().getByText('Are you sure you want to cancel your subscription? You will lose access to paid features.'),
    )
    await person.click(dialog().getByRole('button', { name: 'Keep subscription' }))
    await expectGone(dialog())
    expect(server.requests('billing.pause')).toHaveLength(0)

    server.answer({
      'billing.pause': () => {
        server.answer({ 'billing.listSubscriptions': { subscriptions: [ending] } })
        return { subscription: ending }
      },
    })
    await person.click(button('Cancel subscription'))
    await person.click(dialog().getByRole('button', { name: 'Cancel subscription' }))
    await expectVisible(toast('The subscription is canceled'))
    await expectVisible(`Subscription ends on ${formatShortDate(effectiveAt)}`)
    await expectText(page.getByRole('region', { name: 'Plan', exact: true }), 'Next price estimateN/A')
    expect(server.requests('billing.pause')[0]?.body).toEqual({ subscriptionId: 'sub_1' })
    await expectGone(link('Change your plan'))
    await expectGone(button('Cancel subscription'))
    await expectVisible(button('Change payment method'))

    server.answer({
      'billing.resume': () => {
        server.answer({ 'billing.listSubscriptions': { subscriptions: [aSubscription()] } })
        return { subscription: aSubscription() }
      },
    })
    await person.click(button('Keep subscription'))
    await expectVisible(toast('The subscription continues'))
    await expectVisible(button('Cancel subscription'))
  })

  it('leads to the checkout for another payment method, and for what is due', async () => {
    const caught = catchNavigation('/checkout')
    const due = { isPaid: false, paddle: { status: 'past_due', subscriptionId: 'sub_1' } } as const
    await open(
      aSubscription({ status: 'past_due' }),
      { 'billing.updatePayment': { transactionId: 'txn_9' }, 'company.paidStatus': { status: 'past_due' } },
      due,
    )
    await expectVisible(/The last payment failed/)
    await person.click(button('Pay', { exact: true }))
    await expect.poll(() => caught).toEqual(['/checkout?transactionId=txn_9'])
    await person.click(button('Change payment method'))
    await expect.poll(() => caught).toHaveLength(2)
    await expectVisible(button('Cancel subscription'))
    await expectGone(link('Change your plan'))
  })

  it('offers no change of the payment method while the subscription is paused, which the provider refuses', async () => {
    await open(aSubscription({ status: 'paused' }))
    await expectVisible('Nordea Visa')
    await expectVisible('Resume the subscription to change the payment method.')
    await expectGone(button('Change payment method'))
  })

  it('can be loaded again after a failure', async () => {
    const { server } = await open(aSubscription(), { 'billing.listSubscriptions': noResponse() })
    await expectVisible('The subscription could not be loaded.')
    server.answer({ 'billing.listSubscriptions': { subscriptions: [] } })
    await person.click(button('Try again'))
    await expect.element(link('Choose a plan')).toHaveAttribute('href', '/subscription')
  })
})

it.each(['/settings/billing/plan-details', '/settings/billing/history', '/checkout', '/subscription/update'])(
  'without billing, %s leads home before it is shown',
  async (address) => {
    const { server } = await openPage(address)
    await expect.poll(() => location.pathname).toBe('/')
    expect(server.requests('billing.history')).toEqual([])
    expect(server.requests('billing.listSubscriptions')).toEqual([])
  },
)

describe('billing history', () => {
  const transactions = [
    aTransaction(),
    aTransaction({
      transactionId: 'txn_2',
      invoiceNumber: 'KR-2026-0402',
      date: '2026-03-02T12:00:00Z',
      status: 'past_due',
    }),
    aTransaction({
      transactionId: 'txn_3',
      invoiceNumber: 'KR-2026-0640',
      date: '2026-06-14T12:00:00Z',
      isTrial: true,
      refunded: 300,
    }),
  ]
  const open = (answers: Answers = {}, size: Partial<typeof phone> = {}) =>
    openPage('/settings/billing/history', {
      ...size,
      session: sessionOf(),
      answers: {
        'billing.history': { transactions, count: 3 },
        'billing.listSubscriptions': { subscriptions: [aSubscription()] },
        ...answers,
      },
    })
  const invoices = () => texts(page.getByRole('row')).flatMap((text) => /KR-\d+-(\d{4})/.exec(text)?.[1] ?? [])

  it('lists payments, newest first, sorted by date or invoice', async () => {
    await open()
    await expectText(row('KR-2026-0811'), `Aug 01, 2026${nobreak('76.80 €')}49${nobreak('3,763.20 €')}Paid`)
    await expectVisible(row('KR-2026-0402').getByText('Past due'))
    await expectVisible(row('KR-2026-0640').getByText('Trial'))
    expect(invoices()).toEqual(['0811', '0640', '0402'])
    await person.click(button('Date'))
    expect(invoices()).toEqual(['0402', '0640', '0811'])
    await person.click(button('Invoice', { exact: true }))
    expect(invoices()).toEqual(['0402', '0640', '0811'])
    await person.click(button('Invoice', { exact: true }))
    expect(invoices()).toEqual(['0811', '0640', '0402'])
  })

  it('shows twenty payments on a page, and is sorted by a button on a phone', async () => {
    const many = Array.from({ length: 23 }, (_, at) =>
      aTransaction({
        transactionId: `txn_${at}`,
        invoiceNumber: `KR-2026-${1000 + at}`,
        date: new Date(2026, 0, 1 + at).toISOString(),
      }),
    )
    await open({ 'billing.history': { transactions: many, count: 23 } }, phone)
    await expect.poll(() => invoices().length).toBe(20)
    expect(invoices()[0]).toBe('1022')
    await person.click(button('Next page'))
    await expect.poll(invoices).toEqual(['1002', '1001', '1000'])
    await person.click(button('Sort: newest first'))
    await person.click(menuItem('Oldest first'))
    await expect.poll(() => invoices()[0]).toBe('1000')
    await expectVisible(button('Sort: oldest first'))
  })

  it('offers only invoices of payments, and says why one cannot be downloaded', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open({ 'billing.invoice': refuse('invoice_missing') })
    await expectVisible(row('KR-2026-0811'))
    expect(page.getByRole('button', { name: 'Download invoice' }).elements()).toHaveLength(1)
    await person.click(button('Download invoice'))
    await expectVisible(errorCodes.invoice_missing.message)
    expect(opened).toHaveBeenCalledOnce()
    opened.mockRestore()
  })

  it('reads payments from the provider on request', async () => {
    const { server } = await open({ 'billing.history': { transactions: [], count: 0 } })
    await expectVisible('No payments yet')
    server.answer({ 'billing.history': { transactions, count: 3 } })
    await person.click(button('Refresh'))
    await expectVisible(row('KR-2026-0811'))
    expect(server.requests('billing.history').at(-1)?.query).toEqual({ refresh: true })
  })
})

describe('plans', () => {
  const prices = [aMonthlyTrial(), aPrice()]
  const unpaid = { isPaid: false, paddle: null }
  const answers: Answers = {
    'billing.listPrices': { prices, usersCount: 3 },
    'billing.listSubscriptions': { subscriptions: [] },
    'company.paidStatus': { status: 'none' },
  }
  const plan = page.getByRole('listitem', { name: 'Team' })

  it('begins a subscription, with a trial or without', async () => {
    const caught = catchNavigation('/checkout')
    const { server } = await openPage('/subscription', {
      session: sessionOf(unpaid),
      answers: { ...answers, 'billing.createTransaction': { transactionId: 'txn_9' } },
    })
    await expectVisible(heading('Set up your subscription'))
    await expectText(plan, nobreak('76.80 € per user per year'))
    await expectVisible('2 months free')
    await expectVisible(plan.getByRole('button', { name: 'Confirm' }))
    await person.click(page.getByText('Monthly'))
    await expectVisible(plan.getByText('14-day free trial'))
    await expectText(plan, nobreak('23.04 € for 3 users'))
    await expectVisible(plan.getByText('Priority support'))
    await person.click(button('Start a free trial'))
    await expect.poll(() => caught).toEqual(['/checkout?transactionId=txn_9'])
    expect(server.requests('billing.createTransaction')[0]?.body).toEqual({ priceId: 'pri_teammonth' })
    await expect
      .element(link('Contact us about on-premises installation'))
      .toHaveAttribute('href', 'mailto:help@example.org')
  })

  it('changes the plan of a paid company', async () => {
    const yearly = aPrice()
    const { server } = await openPage('/subscription/update', {
      session: sessionOf(),
      answers: {
        ...answers,
        'billing.listSubscriptions': { subscriptions: [aSubscription()] },
        'billing.paymentMethod': { paymentMethod: null },
        'billing.update': refuse('payment_declined'),
      },
    })
    await expectVisible(heading('Update your plan'))
    await person.click(button('Update'))
    await expectVisible(dialog('Change your plan to Team, yearly?').getByText(nobreak('230.40 €')))
    await person.click(dialog().getByRole('button', { name: 'Update plan' }))
    await expect
      .poll(() => server.requests('billing.update')[0]?.body)
      .toEqual({ subscriptionId: 'sub_1', priceId: yearly.id })
    await expectVisible(heading('Update your plan'))
    server.answer({ 'billing.update': { subscription: aSubscription() } })
    await person.click(button('Update'))
    await person.click(dialog().getByRole('button', { name: 'Update plan' }))
    await expectVisible(heading('Plan Details'))
  })

  it('says that a change during the trial is not charged', async () => {
    await openPage('/subscription/update', {
      session: sessionOf({ paddle: { status: 'trialing', subscriptionId: 'sub_1' } }),
      answers: {
        ...answers,
        'billing.listSubscriptions': { subscriptions: [aSubscription({ status: 'trialing' })] },
      },
    })
    await person.click(button('Update'))
    const question = dialog('Change your plan to Team, yearly?')
    await expectVisible(question.getByText('Nothing is charged during the free trial.'))
    await expect.element(question.getByText('charged or credited')).not.toBeInTheDocument()
  })

  it('leads to the plan details while a subscription can be paid or resumed', async () => {
    await openPage('/subscription', {
      session: sessionOf({ isPaid: false, paddle: { status: 'paused', subscriptionId: 'sub_1' } }),
      answers: {
        ...answers,
        'billing.listSubscriptions': { subscriptions: [aSubscription({ status: 'paused', nextBilledAt: null })] },
        'billing.paymentMethod': { paymentMethod: null },
      },
    })
    await expectVisible(button('Resume subscription'))
  })
})
