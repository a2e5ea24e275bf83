import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, isoTime, success } from '../catalogue/wire.ts'
import { testEvent, webhookEvents, webhookLimits } from './webhook-events.ts'

const minute = 60_000

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why no response arrived. `refused`: the address leads into a closed network. */
export const deliveryErrors = ['refused', 'redirect', 'timeout', 'unreachable'] as const
export type DeliveryError = (typeof deliveryErrors)[number]

const attempt = z.object({
  status: z.enum(deliveryStatuses),
  /** Null before the first attempt. */
  attemptedAt: isoTime.nullable(),
  responseStatus: z.number().int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
})

export const webhookDelivery = attempt.extend({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  type: z.enum([...webhookEvents, testEvent]),
  createdAt: isoTime,
  attempts: z.number().int(),
  /** Null if no attempt follows. */
  nextAttemptAt: isoTime.nullable(),
  durationMs: z.number().int().nullable(),
  /** The body that is sent. */
  payload: z.string(),
  /** The beginning of the last response. */
  responseBody: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  /** Why the server turned it off; null if it did not. */
  disabledReason: z.enum(['failing', 'gone']).nullable(),
  createdAt: isoTime,
  /** Until when the former secret signs too. */
  formerSecretUntil: isoTime.nullable(),
  /** Null without a delivery. */
  lastDelivery: attempt.nullable(),
})
export type Webhook = z.infer<typeof webhook>

function isWebhookUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
}

const saved = {
  url: z
    .string()
    .trim()
    .max(webhookLimits.url, `At most ${webhookLimits.url} characters`)
    .refine(isWebhookUrl, 'Enter an address like https://example.org/hooks'),
  events: z
    .array(z.enum(webhookEvents))
    .min(1, 'Select at least one event')
    .max(webhookEvents.length)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  isActive: z.boolean(),
}

const webhookResponse = z.object({ webhook })
const deliveryResponse = z.object({ delivery: webhookDelivery })
const limit = { max: 30, windowMs: minute }

export const webhookCalls = {
  list: call({
    method: 'GET',
    path: '/webhook',
    summary: 'The webhooks of the current company, oldest first',
    allow: may('company.manageWebhooks', 'company'),
    response: z.object({ webhooks: z.array(webhook) }),
  }),
  create: call({
    method: 'POST',
    path: '/webhook',
    summary: 'Create a webhook',
    allow: may('company.manageWebhooks', 'company'),
    refusesOperators: true,
    body: z.strictObject(saved),
    response: webhookResponse.extend({ secret: z.string() }),
    errors: ['webhook_address_refused', 'too_many_webhooks'],
    rateLimit: limit,
    audit: { action: 'webhook_created', subject: { kind: 'company', at: 'company' }, details: ['events'] },
  }),
  get: call({
    method: 'GET',
    path: '/webhook/{id}',
    summary: 'One webhook',
    allow: may('webhook.manage', 'params.id'),
    response: webhookResponse,
  }),
  save: call({
    method: 'PUT',
    path: '/webhook/{id}',
    summary: 'Change a webhook; turning it off cancels its waiting deliveries',
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    body: z.strictObject(saved),
    response: webhookResponse,
    errors: ['webhook_address_refused'],
    rateLimit: limit,
    audit: {
      action: 'webhook_changed',
      subject: { kind: 'webhook', at: 'params.id' },
      details: ['events', 'isActive'],
    },
  }),
  remove: call({
    method: 'DELETE',
    path: '/webhook/{id}',
    summary: 'Delete a webhook with its log',
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    response: success,
    audit: { action: 'webhook_deleted', subject: { kind: 'webhook', at: 'params.id' } },
  }),
  secret: call({
    method: 'GET',
    path: '/webhook/{id}/secret',
    summary: 'The secret that signs its deliveries',
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    response: z.object({ secret: z.string() }),
    rateLimit: limit,
    audit: { action: 'webhook_secret_viewed', subject: { kind: 'webhook', at: 'params.id' } },
  }),
  rotateSecret: call({
    method: 'POST',
    path: '/webhook/{id}/secret',
    summary: `Make a new secret; the former one signs too for ${webhookLimits.rotationHours} hours`,
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    response: webhookResponse.extend({ secret: z.string() }),
    rateLimit: limit,
    audit: { action: 'webhook_secret_rotated', subject: { kind: 'webhook', at: 'params.id' } },
  }),
  deliveries: call({
    method: 'GET',
    path: '/webhook/{id}/deliveries',
    summary: `The deliveries of the last ${webhookLimits.logDays} days, newest first`,
    allow: may('webhook.manage', 'params.id'),
    query: z.strictObject({
      status: z.enum(deliveryStatuses).optional(),
      /** The id of the last delivery of the page before. */
      before: anyId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.object({
      deliveries: z.array(webhookDelivery),
      /** Null on the last page. */
      next: z.string().nullable(),
    }),
  }),
  sendAgain: call({
    method: 'POST',
    path: '/webhook/{id}/deliveries/{deliveryId}/send',
    summary: 'Send a delivery again, once, under the same id',
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    response: deliveryResponse,
    rateLimit: limit,
  }),
  sendTest: call({
    method: 'POST',
    path: '/webhook/{id}/test',
    summary: 'Send a test event, once',
    allow: may('webhook.manage', 'params.id'),
    refusesOperators: true,
    response: deliveryResponse,
    rateLimit: limit,
  }),
}
