import type { BillingEvent, EventOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'
import type { Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import { isEndingSubscription, isLiveSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { formatAttemptTime, formatShortDate } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { companyBillingQuery, useReplayEvent } from '../admin.queries.ts'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'

const statusTones: Record<Subscription['status'], DotTone> = {
  active: 'green',
  trialing: 'accent',
  past_due: 'red',
  paused: 'grey',
  canceled: 'grey',
}

export function CompanyBilling({ companyId }: { companyId: string }) {
  const query = useQuery(companyBillingQuery(companyId))
  if (query.isError)
    return (
      <LoadError text={texts.theBillingCouldNotBe} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    )
  const [subscription] = query.data?.subscriptions ?? []
  const liveCount = query.data?.subscriptions.filter(({ status }) => isLiveSubscription(status)).length ?? 0
  return (
    <>
      {liveCount > 1 && <Banner icon={<IconAlertTriangle />}>{texts.aSecondSubscription}</Banner>}
      {subscription && <SubscriptionFacts subscription={subscription} />}
      {query.data && !subscription && <p className="kr-muted">{texts.noSubscription}</p>}
      <h2 className="kr-heading">{texts.lastEvents}</h2>
      <EventsTable companyId={companyId} events={query.data?.events ?? []} isLoading={query.isPending} />
    </>
  )
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const [item] = subscription.items
  if (item === undefined) return null
  const isEnding = isEndingSubscription(subscription)
  const date = isEnding ? subscription.scheduledChange?.effectiveAt : subscription.nextBilledAt
  return (
    <dl className={styles.facts}>
      <Fact label={texts.plan}>{item.price.customData.productName}</Fact>
      <Fact label={texts.status}>
        <StatusDot tone={statusTones[subscription.status]}>{subscription.status.replace('_', ' ')}</StatusDot>
      </Fact>
      <Fact label={isEnding ? texts.endsOn : texts.nextPayment}>{date ? formatShortDate(date) : '–'}</Fact>
      <Fact label={texts.seats}>{String(item.quantity)}</Fact>
      <Fact label={texts.cost}>{texts.perUser(formatMoney(item.price.unitPrice))}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const outcomeTones: Record<EventOutcome, DotTone> = {
  stored: 'hollow',
  waiting: 'hollow',
  applied: 'green',
  outdated: 'grey',
  foreign: 'grey',
  unreadable: 'red',
}

const columns: Column<BillingEvent>[] = [
  { name: 'type', title: texts.event, cell: ({ type }) => <span className="kr-medium">{type}</span> },
  {
    name: 'time',
    title: texts.occurredAt,
    width: 160,
    cell: ({ occurredAt }) => <span className="kr-num">{formatAttemptTime(occurredAt)}</span>,
  },
  {
    name: 'outcome',
    title: texts.outcome,
    width: 120,
    hideBelow: 'phone',
    cell: ({ outcome }) => <StatusDot tone={outcomeTones[outcome]}>{outcome}</StatusDot>,
  },
  {
    name: 'subject',
    title: texts.subject,
    hideBelow: 'tablet',
    cell: ({ subjectId }) => <span className={styles.params}>{subjectId}</span>,
  },
]

type EventsTableProps = { companyId: string; events: readonly BillingEvent[]; isLoading: boolean }

function EventsTable({ companyId, events, isLoading }: EventsTableProps) {
  const replay = useReplayEvent(companyId)
  if (!isLoading && events.length === 0) return <p className="kr-muted">{texts.noEvents}</p>
  return (
    <DataTable
      label={texts.lastEvents}
      rows={events}
      columns={columns}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      menuLabel={({ type }) => texts.actionsForItem(type)}
      menu={({ id }) => (
        <Menu.Item
          leftSection={<IconPlayerPlay />}
          onClick={() => replay.mutate(id, { onSuccess: () => showSuccess(texts.eventReplayed) })}
        >
          {texts.replay}
        </Menu.Item>
      )}
    />
  )
}
