import type { Trx } from '../../platform/database/db.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { enqueueMail, renderMail } from '../../platform/mail/index.ts'
import { listManagerEmails, turnOffWebhook, type WebhookRow } from '../webhook.queries.ts'
import { cancelWaiting } from './delivery.queries.ts'

type Reason = NonNullable<WebhookRow['disabled_reason']>

const reasonTexts: Readonly<Record<Reason, string>> = {
  failing: 'The receiver accepted no delivery for 24 hours.',
  gone: 'The receiver answered 410 Gone: it wants no more deliveries.',
}

type Services = Pick<JobServices, 'jobs' | 'publicAddress'> & { readonly db: Trx }

/** Turns it off and emails the people who manage it, once. */
export async function disableWebhook(
  { db: trx, jobs, publicAddress }: Services,
  webhookId: string,
  reason: Reason,
): Promise<void> {
  const webhook = await turnOffWebhook(trx, webhookId, reason)
  if (webhook === null) return
  await cancelWaiting(trx, webhookId)
  const { host } = new URL(webhook.url)
  const content = {
    subject: `Webhook to ${host} turned off`.slice(0, 300),
    ...renderMail({
      title: 'Webhook turned off',
      paragraphs: [
        `The webhook to ${host} was turned off. ${reasonTexts[reason]}`,
        'Turn it on again when the receiver works. Events that happen until then are not sent.',
      ],
      action: { label: 'View webhook', url: `${publicAddress()}/settings/webhooks/${webhookId}` },
      footer: 'You get this email because you manage the webhooks of your company.',
    }),
  }
  for (const to of await listManagerEmails(trx, webhook.companyId)) await enqueueMail(trx, jobs, { to, ...content })
}
