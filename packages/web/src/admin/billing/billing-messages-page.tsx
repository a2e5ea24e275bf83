import type { UnappliedEvent } from '@knowreel/shared/billing/billing-admin.calls.ts'
import { Button, Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { FilterButton } from '../../ui/list/filter-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { formatAttemptTime } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import type { AdminSearch } from '../admin-search.ts'
import { unappliedEventsQuery, useReplayUnapplied } from '../admin.queries.ts'
import { CompanyLink, DueRefunds } from './due-refunds.tsx'
import * as texts from './texts.ts'
import styles from '../admin.module.css'

/** Messages of the payment provider that changed nothing. */
export function BillingMessagesPage() {
  const { outcome } = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate({ from: '/admin/{-$page}/{-$id}' })
  const list = useQuery(unappliedEventsQuery(outcome))
  const filter = (next: AdminSearch['outcome']) =>
    void navigate({ search: (current) => ({ ...current, outcome: next }), replace: true })
  return (
    <PageFrame
      title={texts.billingMessages}
      tools={
        <FilterButton
          label={outcome ? texts.outcome : texts.outcomeAll}
          value={outcome ?? null}
          options={texts.outcomes}
          onChange={(next) => filter(next ?? undefined)}
        />
      }
    >
      <DueRefunds refunds={list.data?.refundsDue ?? []} />
      <p className="kr-second kr-muted">{texts.billingMessagesHelp}</p>
      {list.isError && !list.data ? (
        <LoadError
          text={texts.theMessagesCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.data?.events.length === 0 ? (
        outcome === undefined ? (
          <EmptyState drawing="notYet" text={texts.everythingIsApplied} />
        ) : (
          <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
            <Button onClick={() => filter(undefined)}>{texts.clearFilters}</Button>
          </EmptyState>
        )
      ) : (
        <>
          <MessagesTable events={list.data?.events ?? []} isLoading={list.isPending} />
          {list.data?.isTruncated && <p className="kr-second kr-muted">{texts.newestMessagesShown}</p>}
        </>
      )}
    </PageFrame>
  )
}

const columns: Column<UnappliedEvent>[] = [
  { name: 'type', title: texts.event, cell: ({ type }) => <span className="kr-medium">{type}</span> },
  {
    name: 'company',
    title: texts.company,
    cell: ({ company }) =>
      company === null ? <span className="kr-muted">{texts.noCompany}</span> : <CompanyLink {...company} />,
  },
  {
    name: 'time',
    title: texts.occurredAt,
    width: 160,
    hideBelow: 'phone',
    cell: ({ occurredAt }) => <span className="kr-num">{formatAttemptTime(occurredAt)}</span>,
  },
  {
    name: 'outcome',
    title: texts.outcome,
    width: 130,
    cell: ({ outcome }) => <StatusDot tone={outcome === 'unreadable' ? 'red' : 'hollow'}>{outcome}</StatusDot>,
  },
  {
    name: 'subject',
    title: texts.subject,
    hideBelow: 'tablet',
    cell: ({ subjectId }) => <span className={styles.params}>{subjectId}</span>,
  },
]

function MessagesTable({ events, isLoading }: { events: readonly UnappliedEvent[]; isLoading: boolean }) {
  const replay = useReplayUnapplied()
  return (
    <DataTable
      label={texts.billingMessages}
      rows={events}
      columns={columns}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      menuLabel={({ type }) => texts.actionsForItem(type)}
      menu={({ id }) => (
        <Menu.Item
          leftSection={<IconPlayerPlay />}
          onClick={() =>
            replay.mutate(id, { onSuccess: ({ event }) => showSuccess(texts.messageReplayed(event.outcome)) })
          }
        >
          {texts.replay}
        </Menu.Item>
      )}
    />
  )
}
