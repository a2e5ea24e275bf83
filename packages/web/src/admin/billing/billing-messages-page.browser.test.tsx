import { expect, it } from 'vitest'
import type { DueRefund, UnappliedEvent } from '@knowreel/shared/billing/billing-admin.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  heading,
  link,
  menuItem,
  person,
  toast,
} from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'

const message: UnappliedEvent = {
  id: 'evt_1',
  type: 'subscription.created',
  subjectId: 'sub_1',
  occurredAt: '2026-11-20T09:00:00.000Z',
  receivedAt: '2026-11-20T09:00:01.000Z',
  appliedAt: null,
  outcome: 'foreign',
  company: { id: 'halden', title: 'Halden' },
}
const open = (events: readonly UnappliedEvent[], refundsDue: readonly DueRefund[] = []) =>
  openPage('/admin/billing', {
    session: anOperatorSession(),
    answers: {
      'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
      'billingAdmin.unapplied': { events: [...events], isTruncated: false, refundsDue: [...refundsDue] },
      'billingAdmin.dismissRefund': { success: true },
      'billingAdmin.replayUnapplied': { event: { ...message, outcome: 'applied' } },
    },
  })

it('lists the messages that were not applied, filters them and applies one again', async () => {
  const { server } = await open([message, { ...message, id: 'evt_2', type: 'transaction.paid', company: null }])
  await expectVisible(heading('Billing messages'))
  await expect.element(link('Halden')).toHaveAttribute('href', '/admin/company/halden?section=billing')
  await person.click(button('Outcome: All'))
  await person.click(menuItem('Foreign'))
  await expect.poll(() => server.requests('billingAdmin.unapplied').at(-1)?.query).toEqual({ outcome: 'foreign' })
  expect(location.search).toContain('outcome=foreign')
  await person.click(button('Actions for subscription.created'))
  await person.click(menuItem('Replay'))
  await expectVisible(toast('The message is applied'))
  expect(server.requests('billingAdmin.replayUnapplied')[0]?.body).toEqual({ eventId: 'evt_1' })
})

it('lists payments to refund with what finds them at the payment provider', async () => {
  const refund: DueRefund = {
    transactionId: 'txn_01jx4',
    subscriptionId: 'sub_01jx5',
    invoiceNumber: 'KR-2026-0044',
    company: { id: 'norvik', title: 'Norvik' },
    paidAt: '2026-11-21T10:30:00.000Z',
    due: { amount: 240_050, currencyCode: 'EUR' },
  }
  await open([], [refund])
  await expectVisible(heading('Refunds due'))
  await expectVisible('txn_01jx4')
  await expectVisible('KR-2026-0044 · sub_01jx5')
  await expectVisible('2,400.50\u00a0€')
  await expect.element(link('Norvik')).toHaveAttribute('href', '/admin/company/norvik?section=billing')
})

it('lists refunds for removed companies, and dismisses one with a reason', async () => {
  const refund: DueRefund = {
    transactionId: 'txn_01jx6',
    subscriptionId: 'sub_01jx7',
    invoiceNumber: null,
    company: null,
    paidAt: '2026-11-21T10:30:00.000Z',
    due: { amount: 1200, currencyCode: 'EUR' },
  }
  const { server } = await open([], [refund])
  await expectVisible('Removed')
  await person.click(button('Actions for txn_01jx6'))
  await person.click(menuItem('Dismiss refund'))
  const dismiss = dialog('Dismiss the refund of 12.00\u00a0€?').getByRole('button', { name: 'Dismiss refund' })
  await person.click(dismiss)
  await expectVisible('Please enter a reason')
  await expect.element(dialog().getByLabelText('Reason')).toHaveFocus()
  expect(server.requests('billingAdmin.dismissRefund')).toEqual([])
  await person.fill(dialog().getByLabelText('Reason'), 'Refunded by bank transfer')
  server.answer({ 'billingAdmin.unapplied': { events: [], isTruncated: false, refundsDue: [] } })
  await person.click(dismiss)
  await expectVisible(toast('The refund is dismissed'))
  await expectGone(heading('Refunds due'))
  expect(server.requests('billingAdmin.dismissRefund').map(({ body }) => body)).toEqual([
    { transactionId: 'txn_01jx6', reason: 'Refunded by bank transfer' },
  ])
})

it('says that everything is applied', async () => {
  await open([])
  await expectVisible('All messages are applied.')
})
