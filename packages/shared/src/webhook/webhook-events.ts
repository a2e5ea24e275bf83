/** The events that a webhook can receive. Receivers know these names, so a name never changes. */
export const webhookEvents = [
  'article.published',
  'article.updated',
  'article.archived',
  'article.deleted',
  'comment.created',
  'comment.resolved',
  'recording.ready',
  'meeting.finished',
  'member.joined',
  'member.left',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent on request, whatever events are chosen. */
export const testEvent = 'webhook.test'

export const webhookLimits = {
  /** Per company. */
  webhooks: 20,
  url: 2000,
  /** Bytes of a response that the log keeps. */
  responseBytes: 1024,
  logDays: 30,
  retryHours: 24,
  /** How long the former secret signs too. */
  rotationHours: 24,
} as const
