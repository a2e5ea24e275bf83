import { useRef } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { webhookEvents, webhookLimits } from '@knowreel/shared/webhook/webhook-events.ts'
import type { Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import { useListKeys } from '../ui/list/use-list-keys.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { describeResult, describeState, eventGroups } from './describe-webhook.ts'
import { openWebhookForm } from './webhook.dialogs.ts'
import { webhooksQuery } from './webhook.queries.ts'
import * as texts from './texts.ts'
import styles from './webhook.module.css'

export function WebhooksPage() {
  const list = useQuery(webhooksQuery)
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)
  const webhooks = list.data?.webhooks ?? []
  const isFull = webhooks.length >= webhookLimits.webhooks
  const addButton = (
    <Button variant="filled" leftSection={<IconPlus />} disabled={isFull} onClick={() => openWebhookForm(null)}>
      {texts.addWebhook}
    </Button>
  )
  return (
    <PageFrame title={texts.webhooks} actions={webhooks.length > 0 && addButton}>
      {list.isError && !list.data ? (
        <LoadError text={texts.webhooksNotLoaded} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isSuccess && webhooks.length === 0 ? (
        <EmptyState drawing="notYet" text={texts.youHaveNone}>
          {addButton}
        </EmptyState>
      ) : (
        <div ref={page}>
          <DataTable
            label={texts.webhooks}
            rows={webhooks}
            columns={columns}
            rowKey={({ id }) => id}
            isLoading={list.isPending}
          />
          {isFull && <p className="kr-second kr-muted">{texts.limitReached}</p>}
        </div>
      )}
    </PageFrame>
  )
}

const columns: Column<Webhook>[] = [
  {
    name: 'address',
    title: texts.address,
    cell: ({ id, url }) => (
      <Link to="/settings/webhooks/$webhookId" params={{ webhookId: id }} className={styles.address} title={url}>
        {url.replace(/^https?:\/\//, '')}
      </Link>
    ),
  },
  { name: 'events', title: texts.events, width: 200, hideBelow: 'tablet', cell: ({ events }) => eventsText(events) },
  {
    name: 'last',
    title: texts.lastDelivery,
    width: 144,
    hideBelow: 'tablet',
    cell: ({ lastDelivery }) =>
      lastDelivery?.attemptedAt ? <RelativeTime time={lastDelivery.attemptedAt} /> : texts.never,
  },
  {
    name: 'result',
    title: texts.result,
    width: 144,
    hideBelow: 'phone',
    cell: ({ lastDelivery }) => {
      if (lastDelivery === null) return '–'
      const { tone, text } = describeResult(lastDelivery)
      return <StatusDot tone={tone}>{text}</StatusDot>
    },
  },
  {
    name: 'state',
    title: texts.state,
    width: 72,
    cell: (webhook) => {
      const { tone, text } = describeState(webhook)
      return <StatusDot tone={tone}>{text}</StatusDot>
    },
  },
]

/** The one event of a webhook is named: "Articles: Published". */
function eventsText(events: Webhook['events']): string {
  const [only, ...others] = events
  if (only === undefined || others.length > 0) return texts.eventsSelected(events.length, webhookEvents.length)
  for (const { label, events: known } of eventGroups) {
    const event = known.find(({ value }) => value === only)
    if (event) return `${label}: ${event.label.toLocaleLowerCase()}`
  }
  return only
}
