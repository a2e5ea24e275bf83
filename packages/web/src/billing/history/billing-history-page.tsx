import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transaction, TransactionStatus } from '@knowreel/shared/billing/billing.calls.ts'
import { isPaidTransaction } from '@knowreel/shared/billing/billing.rules.ts'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import { api } from '../../platform/api/api.ts'
import { handleSessionError } from '../../platform/api/handle-error.ts'
import { Chip } from '../../ui/chip.tsx'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { sortRows, type Sort } from '../../ui/list/list-sort.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { PhoneSort } from '../../ui/list/phone-sort.tsx'
import { usePages } from '../../ui/list/use-pages.ts'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import { formatShortDate } from '../../ui/time-format.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { historyQuery, subscriptionQuery, useRefreshHistory } from '../billing.queries.ts'
import { useOpenCheckout } from '../open-checkout.ts'
import * as texts from '../texts.ts'
import styles from './billing-history.module.css'

type SortName = 'invoice' | 'date'
type ColumnName = SortName | 'costPerUser' | 'users' | 'amount' | 'status' | 'download'

/** The payments of the company; for its owner. */
export function BillingHistoryPage() {
  const query = useQuery(historyQuery)
  const refresh = useRefreshHistory()
  const isPhone = usePhone()
  const [sort, setSort] = useState<Sort<ColumnName>>({ column: 'date', direction: 'descending' })
  const rows = sortRows(query.data?.transactions ?? [], sort.direction, (one) =>
    sort.column === 'invoice' ? (one.invoiceNumber ?? '') : Date.parse(one.date),
  )
  const { shown, paging } = usePages(rows, `${sort.column} ${sort.direction}`)
  return (
    <PageFrame
      title={texts.billingHistory}
      tools={isPhone && rows.length > 1 && <PhoneSort column="date" sort={sort} onSort={setSort} />}
      actions={
        <Button leftSection={<IconRefresh />} loading={refresh.isPending} onClick={() => refresh.mutate()}>
          {texts.refresh}
        </Button>
      }
    >
      {query.isError && !query.data ? (
        <LoadError
          text={texts.theHistoryCouldNotBe}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <DataTable
            label={texts.billingHistory}
            rows={shown}
            columns={columnsFor(isPhone)}
            rowKey={({ transactionId }) => transactionId}
            sort={sort}
            onSort={setSort}
            isLoading={query.isPending}
            empty={<EmptyState drawing="draft" text={texts.noPaymentsYet} />}
            rowHeight={isPhone ? 64 : 48}
          />
          <Paging label={texts.pagesOfPayments} {...paging} />
          {query.data?.isTruncated && <p className="kr-second kr-muted">{texts.newestPaymentsShown}</p>}
        </>
      )}
    </PageFrame>
  )
}

const tones: Record<TransactionStatus, DotTone> = {
  draft: 'hollow',
  ready: 'hollow',
  billed: 'accent',
  paid: 'green',
  completed: 'green',
  canceled: 'grey',
  past_due: 'red',
}

const moneyOf = ({ currencyCode }: Transaction, amount: number) => formatMoney({ amount, currencyCode })

const columnsFor = (isPhone: boolean): Column<Transaction, ColumnName>[] => [
  {
    name: 'invoice',
    title: texts.invoice,
    isSortable: true,
    cell: (row) => (
      <span className={styles.invoice}>
        <span className="kr-medium kr-num">{row.invoiceNumber ?? '–'}</span>
        {row.isTrial && <Chip>{texts.trial}</Chip>}
        {isPhone && <span className={styles.below}>{formatShortDate(row.date)}</span>}
      </span>
    ),
  },
  {
    name: 'date',
    title: texts.date,
    isSortable: true,
    initialDirection: 'descending',
    width: 130,
    hideBelow: 'phone',
    cell: ({ date }) => <span className="kr-muted kr-num">{formatShortDate(date)}</span>,
  },
  {
    name: 'costPerUser',
    title: texts.costPerUser,
    width: 130,
    align: 'right',
    hideBelow: 'tablet',
    cell: (row) => <span className="kr-muted kr-num">{moneyOf(row, row.costPerUser)}</span>,
  },
  {
    name: 'users',
    title: texts.users,
    width: 80,
    align: 'right',
    hideBelow: 'phone',
    cell: ({ usersCount }) => <span className="kr-muted kr-num">{usersCount.toLocaleString('en')}</span>,
  },
  {
    name: 'amount',
    title: texts.amount,
    width: isPhone ? 136 : 150,
    align: 'right',
    cell: (row) => (
      <span className={styles.amount}>
        {moneyOf(row, row.subscriptionPrice)}
        {row.refunded > 0 && <span className={styles.below}>{texts.refunded(moneyOf(row, row.refunded))}</span>}
        {isPhone && <StatusBadge status={row.status} />}
      </span>
    ),
  },
  {
    name: 'status',
    title: texts.status,
    width: 140,
    hideBelow: 'phone',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    name: 'download',
    title: texts.invoiceActions,
    isTitleHidden: true,
    width: 72,
    align: 'right',
    cell: (row) => <RowAction row={row} />,
  },
]

const StatusBadge = ({ status }: { status: TransactionStatus }) => (
  <StatusDot tone={tones[status]}>{texts.transactionStatuses[status]}</StatusDot>
)

function RowAction({ row }: { row: Transaction }) {
  if (row.status === 'past_due') return <PayButton />
  const isPaid = isPaidTransaction(row.status)
  return isPaid && !row.isTrial ? <DownloadButton transactionId={row.transactionId} /> : null
}

/** Only while the subscription waits for this payment. */
function PayButton() {
  const { data: subscription } = useQuery(subscriptionQuery)
  const { mutate, isPending } = useOpenCheckout()
  if (subscription?.status !== 'past_due') return null
  return (
    <Button size="compact-md" loading={isPending} onClick={() => mutate({ subscriptionId: subscription.id })}>
      {texts.pay}
    </Button>
  )
}

function DownloadButton({ transactionId }: { transactionId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (opened: Window | null) => {
      const { url } = await api.billing.invoice({ params: { id: transactionId } })
      if (opened) opened.location.href = url
      else location.assign(url)
    },
    onError: (error, opened) => {
      opened?.close()
      if (!handleSessionError(error)) showWarning(error.message)
    },
    meta: { isErrorShown: true },
  })
  // Browsers open a window during the click only, not after the response.
  const open = () => {
    const opened = window.open('', '_blank')
    if (opened) opened.opener = null
    mutate(opened)
  }
  return (
    <Tooltip label={texts.downloadInvoice}>
      <ActionIcon aria-label={texts.downloadInvoice} loading={isPending} onClick={open}>
        <IconDownload />
      </ActionIcon>
    </Tooltip>
  )
}
