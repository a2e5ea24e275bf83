/**
 * The message of a webhook, by the Standard Webhooks specification: the body is the same in every attempt, the timestamp
 * and the signature belong to the attempt. Pure.
 */
import type { testEvent, WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { slugFrom } from '../../platform/slug/slug.ts'

type Person = { readonly id: string; readonly name: string }

/** As the triggers of the migration write them. */
export type DeliveryFacts = {
  readonly article?: { readonly id: string; readonly shortId: string; readonly title: string; readonly slug: string }
  readonly workspace?: { readonly id: string; readonly shortId: string; readonly title: string }
  readonly comment?: { readonly id: string; readonly parentId: string | null }
  readonly recording?: { readonly id: string; readonly duration: number | null }
  readonly meeting?: {
    readonly id: string
    readonly title: string
    readonly platform: string
    readonly startAt: string
  }
  readonly member?: Person & { readonly role: string }
  readonly webhook?: { readonly id: string }
  /** The person who did it; null if that is not known. */
  readonly by?: Person | null
}

type Message = {
  readonly type: WebhookEvent | typeof testEvent
  readonly createdAt: Date
  readonly facts: DeliveryFacts
}

export function toPayload({ type, createdAt, facts }: Message, publicAddress: string): string {
  const { article, workspace, comment, recording, meeting, member, webhook, by } = facts
  const workspaceUrl =
    workspace === undefined ? '' : `${publicAddress}/b/${workspace.shortId}/${slugFrom(workspace.title)}`
  const articleUrl = article === undefined ? '' : `${workspaceUrl}/${article.shortId}/${article.slug}`
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: {
      ...(article && { article: { id: article.id, title: article.title, url: articleUrl } }),
      ...(comment && { comment: { ...comment, url: `${articleUrl}?showComment=${comment.id}` } }),
      ...(recording && { recording }),
      ...(meeting && { meeting: { ...meeting, url: `${publicAddress}/meetings` } }),
      ...(member && { member }),
      ...(webhook && { webhook }),
      ...(workspace && { workspace: { id: workspace.id, title: workspace.title, url: workspaceUrl } }),
      ...(by !== undefined && { by }),
    },
  })
}

const secretPrefix = 'whsec_'
const secretBytes = 32

export const createSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

type SignedMessage = { readonly id: string; readonly body: string; readonly attemptedAt: Date }

/** One signature for each secret. */
export function signedHeaders(secrets: readonly string[], { id, body, attemptedAt }: SignedMessage) {
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000))
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
