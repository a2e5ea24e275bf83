import type { Webhook, WebhookDelivery } from '@knowreel/shared/webhook/webhook.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { openPage, phone } from '../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  heading,
  link,
  person,
  row,
  toast,
} from '../../test/person.ts'
import { userAnswers } from '../../test/people-answers.ts'
import { aCompany, aSession } from '../../test/samples.ts'

const aWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 'hook-1',
  url: 'https://hooks.halden.example/knowreel',
  events: ['article.published'],
  isActive: true,
  disabledReason: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  formerSecretUntil: null,
  lastDelivery: null,
  ...change,
})

const aDelivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 'delivery-1',
  type: 'article.published',
  createdAt: '2026-11-28T09:40:05.000Z',
  status: 'failed',
  attempts: 9,
  attemptedAt: '2026-11-28T10:37:22.000Z',
  nextAttemptAt: null,
  durationMs: 1200,
  responseStatus: 503,
  error: null,
  payload: '{"type":"article.published","data":{"article":{"title":"Restart the gateway"}}}',
  responseBody: 'pipeline queue is full',
  ...change,
})

/** A server that stores webhooks. */
function webhookAnswers(webhooks: Webhook[], deliveries: WebhookDelivery[] = []): Answers {
  const find = (id: string) => webhooks.find((webhook) => webhook.id === id)
  const change = (id: string, values: Partial<Webhook>) => {
    const at = webhooks.findIndex((webhook) => webhook.id === id)
    const webhook = { ...aWebhook(), ...webhooks[at], ...values }
    webhooks[at] = webhook
    return webhook
  }
  return {
    'webhook.list': () => ({ webhooks }),
    'webhook.get': ({ params }) => {
      const webhook = find(params.id)
      return webhook ? { webhook } : refuse('not_found')
    },
    'webhook.create': ({ body }) => {
      const webhook = aWebhook({ ...(body as Partial<Webhook>), id: 'hook-new' })
      webhooks.push(webhook)
      return { webhook, secret: 'whsec_new' }
    },
    'webhook.save': ({ params, body }) => ({
      webhook: change(params.id, { ...(body as Partial<Webhook>), disabledReason: null }),
    }),
    'webhook.remove': ({ params }) => {
      webhooks.splice(
        webhooks.findIndex(({ id }) => id === params.id),
        1,
      )
      return { success: true as const }
    },
    'webhook.secret': { secret: 'whsec_current' },
    'webhook.rotateSecret': ({ params }) => ({
      webhook: change(params.id, { formerSecretUntil: '2026-11-29T10:00:00.000Z' }),
      secret: 'whsec_rotated',
    }),
    'webhook.deliveries': ({ query }) => ({
      deliveries: deliveries.filter(({ status }) => query.status === undefined || status === query.status),
      next: null,
    }),
    'webhook.sendAgain': () => ({ delivery: aDelivery({ status: 'waiting' }) }),
    'webhook.sendTest': () => ({ delivery: aDelivery({ type: 'webhook.test' }) }),
  }
}

it('adds the first webhook by keys, for the selected events, and shows it', async () => {
  const { server } = await openPage('/settings/webhooks', { answers: webhookAnswers([]) })
  await expectVisible('Send events of your company to other systems.')
  await person.click(button('Add webhook'))
  const form = dialog('Add webhook')
  await expect.element(form.getByLabelText('Address')).toHaveFocus()
  await person.type('nonsense')
  await person.press('Enter')
  await expectVisible(form.getByText('Enter an address like https://example.org/hooks'))
  await person.fill(form.getByLabelText('Address'), 'https://ci.halden.example/hooks')
  await person.click(form.getByRole('checkbox', { name: 'All events' }))
  await person.press('Tab', 'Space')
  await person.click(form.getByRole('button', { name: 'Add webhook' }))
  await expectVisible(heading('ci.halden.example'))
  expect(server.requests('webhook.create')[0]?.body).toEqual({
    url: 'https://ci.halden.example/hooks',
    events: ['article.published'],
    isActive: true,
  })
  await expectVisible('No deliveries in the last 30 days.')
})

it('says why an address is refused, and that a webhook needs an event', async () => {
  const answers = { ...webhookAnswers([]), 'webhook.create': refuse('webhook_address_refused') }
  await openPage('/settings/webhooks', { answers })
  await person.click(button('Add webhook'))
  const form = dialog('Add webhook')
  await person.fill(form.getByLabelText('Address'), 'https://10.0.0.5/')
  await person.click(form.getByRole('checkbox', { name: 'All events' }))
  await person.click(form.getByRole('button', { name: 'Add webhook' }))
  await expectVisible(form.getByText('Select at least one event'))
  await person.click(form.getByRole('checkbox', { name: 'All events' }))
  await person.click(form.getByRole('button', { name: 'Add webhook' }))
  await expectVisible(form.getByText('Webhooks cannot be sent to this address'))
})

it('lists webhooks with their state and last result, also on a phone', async () => {
  const lastDelivery = {
    status: 'failed' as const,
    attemptedAt: '2026-11-28T10:37:22.000Z',
    responseStatus: null,
    error: 'timeout' as const,
  }
  const broken = aWebhook({ isActive: false, disabledReason: 'failing', lastDelivery })
  const answers = webhookAnswers([broken, aWebhook({ id: 'hook-2', url: 'https://n8n.example/' })])
  const { open } = await openPage('/settings/webhooks', { answers })
  await expectText(row('hooks.halden.example'), 'No answer in 10 s')
  await expectText(row('hooks.halden.example'), 'Articles: published')
  await expectText(row('n8n.example'), 'Never')
  await page.viewport(phone.width, phone.height)
  open('/settings/webhooks')
  await expectVisible(link('hooks.halden.example/knowreel'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
  await person.click(link('hooks.halden.example/knowreel'))
  await expectVisible('Turned off: no delivery was accepted for 24 hours.')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
})

it('shows a delivery with payload and response, sends it again, and filters the log', async () => {
  const answers = webhookAnswers([aWebhook()], [aDelivery()])
  const { server } = await openPage('/settings/webhooks/hook-1', { answers })
  await person.click(button('Show details'))
  await expectVisible(page.getByLabelText('Payload').getByText('Restart the gateway'))
  await expectVisible(page.getByLabelText('Response').getByText('pipeline queue is full'))
  await person.click(button('Send again'))
  await expectVisible(toast('The delivery is being sent again'))
  expect(server.requests('webhook.sendAgain')[0]?.params).toEqual({ id: 'hook-1', deliveryId: 'delivery-1' })
  await person.click(button('Send test event'))
  await expectVisible(toast('Test event is being sent'))
  await person.click(button('Status'))
  await person.click(page.getByRole('menuitem', { name: 'Delivered' }))
  await expectVisible('There are no matching deliveries')
})

it('shows, rotates and hides the secret', async () => {
  await openPage('/settings/webhooks/hook-1', { answers: webhookAnswers([aWebhook()]) })
  await person.click(button('Show secret'))
  await expectVisible('whsec_current')
  await person.click(button('Rotate secret'))
  await person.click(dialog().getByRole('button', { name: 'Rotate secret' }))
  await expectVisible('whsec_rotated')
  await expectVisible(page.getByText(/The former secret also signs until/))
  await person.click(button('Hide secret'))
  await expectGone(page.getByText('whsec_rotated'))
})

it('turns a webhook off and on, and deletes it after confirmation', async () => {
  const { server } = await openPage('/settings/webhooks/hook-1', { answers: webhookAnswers([aWebhook()]) })
  await person.click(button('Turn off'))
  await expectVisible(button('Turn on'))
  expect(server.requests('webhook.save')[0]?.body).toMatchObject({ isActive: false })
  await person.click(button('Delete webhook'))
  await person.click(dialog().getByRole('button', { name: 'Delete webhook' }))
  await expectVisible('Send events of your company to other systems.')
})

it('reports what could not be loaded or is gone, and tries again', async () => {
  let isBroken = true
  const answers = {
    ...webhookAnswers([aWebhook()]),
    'webhook.list': () => (isBroken ? refuse('internal') : { webhooks: [aWebhook()] }),
  }
  const { open } = await openPage('/settings/webhooks', { answers })
  await expectVisible('The webhooks could not be loaded.')
  isBroken = false
  await person.click(button('Try again'))
  await expectVisible(link('hooks.halden.example/knowreel'))
  open('/settings/webhooks/gone')
  await expectVisible('This webhook could not be found.')
})

it('is no page for people who may not edit the company', async () => {
  const session = aSession({ company: aCompany({ role: 'moderator' }), role: 'moderator' })
  await openPage('/settings/webhooks', {
    session,
    answers: { ...webhookAnswers([aWebhook()]), ...userAnswers({ users: [] }) },
  })
  await expect.poll(() => location.pathname).not.toBe('/settings/webhooks')
})
