import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeliveryStatus, WebhookDelivery } from '@knowreel/shared/webhook/webhook.calls.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import { detailsColumn } from '../ui/list/details-column.tsx'
import { FilterButton } from '../ui/list/filter-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { formatAttemptTime, formatFullTime } from '../ui/time-format.ts'
import { copyWithToast } from '../ui/toast/copy-with-toast.ts'
import { describeResult } from './describe-webhook.ts'
import { deliveriesQuery, useSend } from './webhook.queries.ts'
import * as texts from './texts.ts'
import styles from './webhook.module.css'

const statusOptions: readonly { value: DeliveryStatus; label: string }[] = [
  { value: 'delivered', label: texts.delivered },
  { value: 'waiting', label: texts.waiting },
  { value: 'failed', label: texts.failed },
  { value: 'canceled', label: texts.canceled },
]

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState<DeliveryStatus | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const log = useInfiniteQuery(deliveriesQuery(webhookId, status))
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <h2 className={styles.heading}>{texts.deliveries}</h2>
        <FilterButton label={texts.status} value={status} options={statusOptions} onChange={setStatus} />
      </div>
      {log.isError && !log.data ? (
        <LoadError text={texts.deliveriesNotLoaded} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
      ) : log.isSuccess && rows.length === 0 ? (
        <EmptyState drawing="noMatch" text={status === null ? texts.noDeliveries : texts.noMatchingDeliveries}>
          {status !== null && <Button onClick={() => setStatus(null)}>{texts.clearFilter}</Button>}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={texts.deliveries}
            rows={rows}
            columns={columnsFor(openId, setOpenId)}
            rowKey={({ id }) => id}
            isLoading={log.isPending}
            onOpen={({ id }) => setOpenId(openId === id ? null : id)}
            details={(delivery) =>
              delivery.id === openId ? <DeliveryDetails delivery={delivery} webhookId={webhookId} /> : null
            }
          />
          {log.hasNextPage && (
            <div className={styles.more}>
              <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                {texts.loadMore}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const columnsFor = (openId: string | null, onOpen: (id: string | null) => void): Column<WebhookDelivery>[] => [
  {
    name: 'time',
    title: texts.time,
    width: 152,
    cell: ({ createdAt }) => <time className="kr-num">{formatAttemptTime(createdAt)}</time>,
  },
  {
    name: 'event',
    title: texts.event,
    hideBelow: 'phone',
    cell: ({ type }) => <code className={styles.type}>{type}</code>,
  },
  {
    name: 'result',
    title: texts.result,
    width: 176,
    cell: (delivery) => {
      const { tone, text } = describeResult(delivery)
      return <StatusDot tone={tone}>{text}</StatusDot>
    },
  },
  {
    name: 'attempts',
    title: texts.attempts,
    width: 112,
    hideBelow: 'tablet',
    cell: ({ attempts }) => texts.attemptsCount(attempts),
  },
  detailsColumn(openId, onOpen),
]

function DeliveryDetails({ delivery, webhookId }: { delivery: WebhookDelivery; webhookId: string }) {
  const send = useSend(webhookId)
  const { id, type, attempts, nextAttemptAt, durationMs, responseBody, payload } = delivery
  const facts = [
    [texts.messageId, id],
    [texts.event, type],
    [texts.attempts, String(attempts)],
    ...(nextAttemptAt === null ? [] : [[texts.nextAttempt, formatFullTime(nextAttemptAt)]]),
    ...(durationMs === null ? [] : [[texts.duration, texts.milliseconds(durationMs)]]),
  ] as const
  return (
    <div className={styles.well}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={texts.payload}>
        <h3>{texts.payload}</h3>
        <pre>{JSON.stringify(JSON.parse(payload), null, 2)}</pre>
      </section>
      {responseBody !== null && responseBody !== '' && (
        <section aria-label={texts.response}>
          <h3>{texts.response}</h3>
          <pre>{responseBody}</pre>
        </section>
      )}
      <div className={styles.row}>
        <Button leftSection={<IconRefresh />} loading={send.isPending} onClick={() => send.mutate(id)}>
          {texts.sendAgain}
        </Button>
        <Button
          leftSection={<IconCopy />}
          onClick={() => void copyWithToast(payload, { copied: texts.copied, notCopied: texts.notCopied })}
        >
          {texts.copyPayload}
        </Button>
      </div>
    </div>
  )
}
