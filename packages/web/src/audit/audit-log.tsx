import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DataTable, type Column } from '../ui/list/data-table.tsx'
import { detailsColumn } from '../ui/list/details-column.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageFrame } from '../ui/page/page-frame.tsx'
import { PersonAvatar } from '../ui/identity/person-avatar.tsx'
import { formatAttemptTime } from '../ui/time-format.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery, noFilter, readCsv, type AuditFilter, type AuditScope } from './audit.queries.ts'
import { describeEntry } from './describe-entry.ts'
import * as texts from './texts.ts'
import styles from './audit-log.module.css'

type AuditLogProps = {
  scope: AuditScope
  filter: AuditFilter
  onFilter: (change: AuditFilter) => void
}

export function AuditLog({ scope, filter, onFilter }: AuditLogProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useInfiniteQuery(auditQuery(scope, filter))
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  const hasFilter = Object.values(filter).some((value) => value !== undefined)
  return (
    <PageFrame
      title={texts.auditLog}
      actions={<ExportButton scope={scope} filter={filter} />}
      tools={<AuditFilters scope={scope} filter={filter} entries={entries} onFilter={onFilter} />}
    >
      {list.isError && !list.data ? (
        <LoadError
          text={texts.theAuditLogCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.isSuccess && entries.length === 0 ? (
        <EmptyState drawing="noMatch" text={hasFilter ? texts.thereAreNoMatchingResults : texts.nothingYet}>
          {hasFilter && <Button onClick={() => onFilter(noFilter)}>{texts.clearFilters}</Button>}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={texts.auditLog}
            rows={entries}
            columns={columnsFor(scope, openId, setOpenId)}
            rowKey={({ id }) => id}
            isLoading={list.isPending}
            onOpen={({ id }) => setOpenId(openId === id ? null : id)}
            details={(entry) => (entry.id === openId ? <EntryDetails entry={entry} /> : null)}
          />
          {list.hasNextPage && (
            <div className={styles.more}>
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {texts.loadMore}
              </Button>
            </div>
          )}
        </>
      )}
    </PageFrame>
  )
}

function columnsFor(
  scope: AuditScope,
  openId: string | null,
  onOpen: (id: string | null) => void,
): Column<AuditEntry>[] {
  const columns: Column<AuditEntry>[] = [
    {
      name: 'time',
      title: texts.time,
      width: 152,
      cell: ({ occurredAt }) => <time className="kr-num">{formatAttemptTime(occurredAt)}</time>,
    },
    {
      name: 'person',
      title: texts.person,
      width: '22%',
      hideBelow: 'phone',
      cell: (entry) => <Person entry={entry} />,
    },
    {
      name: 'action',
      title: texts.action,
      cell: (entry) => {
        const { verb, object } = describeEntry(entry)
        return (
          <span className={styles.sentence} title={`${verb} ${object ?? ''}`}>
            {verb} {object !== null && <strong>{object}</strong>}
          </span>
        )
      },
    },
    {
      name: 'company',
      title: texts.company,
      width: '16%',
      hideBelow: 'tablet',
      cell: ({ company }) => company?.title ?? '–',
    },
    {
      name: 'address',
      title: texts.address,
      width: 132,
      hideBelow: 'tablet',
      cell: ({ address }) => <span className="kr-num">{address ?? '–'}</span>,
    },
    detailsColumn(openId, onOpen),
  ]
  return scope === 'company' ? columns.filter(({ name }) => name !== 'company') : columns
}

function Person({ entry: { user, operator } }: { entry: AuditEntry }) {
  if (user === null) return texts.system
  const shown = operator ?? user
  return (
    <span className={styles.person}>
      <PersonAvatar person={{ ...shown, profileImage: null }} size={24} isDecorative />
      <span className="kr-trunc">{operator ? texts.asOperator(operator.name, user.name) : user.name}</span>
    </span>
  )
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The change, the value before it, and the device. */
function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = Object.entries(entry.details).map(([field, value]) => {
    const before = entry.before[field]
    const text = shownValue(value)
    return [field, before === undefined ? text : texts.valueFromTo(shownValue(before), text)] as const
  })
  const facts = [
    [
      texts.person,
      entry.operator && entry.user
        ? texts.asOperator(entry.operator.name, entry.user.name)
        : (entry.user?.name ?? texts.system),
    ],
    ...changes,
    ...(entry.device === null ? [] : [[texts.device, entry.device] as const]),
    ...(entry.address === null ? [] : [[texts.address, entry.address] as const]),
  ] as const
  return (
    <dl className={styles.well}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ExportButton({ scope, filter }: { scope: AuditScope; filter: AuditFilter }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { csv, isTruncated } = await readCsv(scope, filter)
      save(csv)
      if (isTruncated) showWarning(texts.theFileHasTheNewest)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button leftSection={<IconDownload />} loading={isBusy} onClick={() => void run()}>
      {texts.exportCsv}
    </Button>
  )
}

function save(csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
