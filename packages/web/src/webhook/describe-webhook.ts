import type { WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '@knowreel/shared/webhook/webhook.calls.ts'
import type { DotTone } from '../ui/status-dot.tsx'
import * as texts from './texts.ts'

/** In groups, as the form shows them. */
export const eventGroups: readonly { label: string; events: readonly { value: WebhookEvent; label: string }[] }[] = [
  {
    label: 'Articles',
    events: [
      { value: 'article.published', label: 'Published' },
      { value: 'article.updated', label: 'Updated' },
      { value: 'article.archived', label: 'Archived' },
      { value: 'article.deleted', label: 'Deleted' },
    ],
  },
  {
    label: 'Comments',
    events: [
      { value: 'comment.created', label: 'Created' },
      { value: 'comment.resolved', label: 'Resolved' },
    ],
  },
  {
    label: 'Recordings and meetings',
    events: [
      { value: 'recording.ready', label: 'Recording ready' },
      { value: 'meeting.finished', label: 'Meeting finished' },
    ],
  },
  {
    label: 'Members',
    events: [
      { value: 'member.joined', label: 'Joined' },
      { value: 'member.left', label: 'Left' },
    ],
  },
]

export const hostOf = (url: string): string => new URL(url).host

type Described = { readonly tone: DotTone; readonly text: string }

/** The result of the last attempt. */
export function describeResult({
  status,
  responseStatus,
  error,
  attemptedAt,
}: Pick<WebhookDelivery, 'status' | 'responseStatus' | 'error' | 'attemptedAt'>): Described {
  if (status === 'canceled') return { tone: 'grey', text: texts.canceled }
  if (attemptedAt === null) return { tone: 'grey', text: texts.sending }
  const tone = status === 'delivered' ? 'green' : 'red'
  if (error !== null) return { tone, text: errorTexts[error](responseStatus) }
  return { tone, text: String(responseStatus ?? texts.noResponse) }
}

const errorTexts: Readonly<Record<NonNullable<WebhookDelivery['error']>, (status: number | null) => string>> = {
  refused: () => texts.refused,
  redirect: texts.redirected,
  timeout: () => texts.timedOut,
  unreachable: () => texts.unreachable,
}

export const describeState = ({ isActive, disabledReason }: Webhook): Described => {
  if (isActive) return { tone: 'green', text: texts.on }
  return { tone: disabledReason === null ? 'grey' : 'red', text: texts.off }
}
