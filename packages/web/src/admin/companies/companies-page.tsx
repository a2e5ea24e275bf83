import { useEffect, useRef, type MouseEvent } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconBan, IconCircleCheck, IconCreditCard, IconCreditCardOff, IconLogin2, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { AdminCompany, AdminCompanyRow } from '@knowreel/shared/admin/admin.calls.ts'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { FilterButton } from '../../ui/list/filter-button.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { companiesQuery } from '../admin.queries.ts'
import { InlineError } from '../inline-error.tsx'
import { searchDebounceMs, type AdminSearch } from '../admin-search.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { formatCount } from '../format-count.ts'
import * as texts from '../texts.ts'
import { useCompanyActions } from './company-actions.ts'
import { parentHost } from '../../platform/session/parent-host.ts'
import styles from '../admin.module.css'

/** Distance of the list's end from the bottom of the window at which the next page is requested, in px. */
const loadMoreDistance = 200

type CompanyPage = CallResponse<Catalogue['admin']['searchCompanies']>

const yesNo = [
  { value: 'yes', label: texts.yes },
  { value: 'no', label: texts.no },
] as const
const statuses = [
  { value: 'activated', label: texts.activated },
  { value: 'deactivated', label: texts.deactivated },
] as const

export function CompaniesPage() {
  const search = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate({ from: '/admin/{-$page}/{-$id}' })
  const isPhone = usePhone()
  const list = useInfiniteQuery(companiesQuery(search))
  const found = list.data?.pages.flatMap(({ companies }) => companies) ?? []
  // While moved pages are loaded again, a company may be in two.
  const rows = [...new Map(found.map((row) => [row.company.id, row])).values()]
  const count = list.data?.pages.at(-1)?.count
  useCompletePages(list)
  const hasFilter = [search.q, search.billing, search.ai, search.status].some((value) => value !== undefined)
  const change = (next: Partial<AdminSearch>) =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace: true })

  return (
    <PageFrame
      title={texts.companies}
      count={count}
      tools={
        <>
          <SearchField
            value={search.q ?? ''}
            onChange={(q) => change({ q: q || undefined })}
            placeholder={texts.searchCompanies}
            debounceMs={searchDebounceMs}
            width={isPhone ? '100%' : 280}
          />
          <FilterButton
            label={search.billing ? texts.billing : texts.billingAll}
            value={search.billing ?? null}
            options={yesNo}
            onChange={(billing) => change({ billing: billing ?? undefined })}
          />
          <FilterButton
            label={search.ai ? texts.aiEnabled : texts.aiEnabledAll}
            value={search.ai ?? null}
            options={yesNo}
            onChange={(ai) => change({ ai: ai ?? undefined })}
          />
          <FilterButton
            label={search.status ? texts.status : texts.statusAll}
            value={search.status ?? null}
            options={statuses}
            onChange={(status) => change({ status: status ?? undefined })}
          />
        </>
      }
    >
      {list.isError && !list.data ? (
        <LoadError
          text={texts.theCompaniesCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : list.isSuccess && rows.length === 0 ? (
        hasFilter ? (
          <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
            <Button onClick={() => change({ q: undefined, billing: undefined, ai: undefined, status: undefined })}>
              {texts.clearFilters}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState drawing="workspaces" text={texts.youDontHaveAnyCompanies} />
        )
      ) : (
        <>
          <CompaniesTable rows={rows} isLoading={list.isPending} />
          {/* The next page would cancel the repetition of those that are shown. */}
          <LoadMore
            isEnabled={list.hasNextPage && !list.isFetching && !list.isFetchNextPageError}
            onReached={() => void list.fetchNextPage()}
          />
          {list.isFetchingNextPage && (
            <p role="status" className={styles.more}>
              {texts.loadingMore}
            </p>
          )}
          {list.isFetchNextPageError && !list.isFetchingNextPage && (
            <InlineError text={texts.moreCompaniesCouldNotBe} onRetry={() => void list.fetchNextPage()} />
          )}
        </>
      )}
    </PageFrame>
  )
}

/** Companies that were created or removed while pages were loaded move the others, so that one may be in no page. */
function useCompletePages({
  data,
  refetch,
}: Pick<UseInfiniteQueryResult<InfiniteData<CompanyPage>>, 'data' | 'refetch'>) {
  useEffect(() => {
    if (new Set(data?.pages.map(({ count }) => count)).size > 1) void refetch()
  }, [data, refetch])
}

function CompaniesTable({ rows, isLoading }: { rows: readonly AdminCompanyRow[]; isLoading: boolean }) {
  const router = useRouter()
  const actions = useCompanyActions()
  const isPhone = usePhone()
  const host = parentHost()
  const linkTo = ({ id }: AdminCompany) => ({ to: '/admin/{-$page}/{-$id}', params: { page: 'company', id } }) as const

  const open = ({ company }: AdminCompanyRow, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.button === 1)
      return void window.open(router.buildLocation(linkTo(company)).href, '_blank', 'noopener')
    void router.navigate(linkTo(company))
  }

  const columns: Column<AdminCompanyRow>[] = [
    {
      name: 'name',
      title: texts.company,
      cell: ({ company }) => (
        <div className={styles.twoLines}>
          <Link {...linkTo(company)} className="kr-trunc" title={company.title}>
            {company.title}
          </Link>
          {company.domain !== null ? (
            <a
              className={styles.domain}
              href={`${location.protocol}//${company.domain}`}
              target="_blank"
              rel="noreferrer"
            >
              {company.domain}
            </a>
          ) : host === null ? (
            <span className={styles.domain}>{company.slug}</span>
          ) : (
            <button type="button" className={styles.linkButton} onClick={() => actions.createDomain(company, host)}>
              {texts.createDomain}
            </button>
          )}
          {isPhone && <CompanyStatus company={company} />}
        </div>
      ),
    },
    {
      name: 'users',
      title: texts.users,
      width: 88,
      align: 'right',
      hideBelow: 'phone',
      cell: ({ stat }) => formatCount(stat.usersCount),
    },
    {
      name: 'workspaces',
      title: texts.workspaces,
      width: 112,
      align: 'right',
      hideBelow: 'tablet',
      cell: ({ stat }) => formatCount(stat.workspacesCount),
    },
    {
      name: 'billing',
      title: texts.billing,
      width: 88,
      hideBelow: 'phone',
      cell: ({ company }) => yesOrNo(company.isBilling),
    },
    { name: 'ai', title: texts.ai, width: 72, hideBelow: 'phone', cell: ({ company }) => yesOrNo(company.isAiEnabled) },
    {
      name: 'status',
      title: texts.status,
      width: 132,
      hideBelow: 'phone',
      cell: ({ company }) => <CompanyStatus company={company} />,
    },
  ]

  return (
    <DataTable
      label={texts.companies}
      rows={rows}
      columns={columns}
      rowKey={({ company }) => company.id}
      rowHeight={64}
      isLoading={isLoading}
      onOpen={open}
      menuLabel={({ company }) => texts.actionsForItem(company.title)}
      menu={({ company }) => (
        <>
          <Menu.Item leftSection={<IconLogin2 />} onClick={() => void actions.logIn(company)}>
            {texts.login}
          </Menu.Item>
          <Menu.Item
            leftSection={company.isActivated ? <IconBan /> : <IconCircleCheck />}
            onClick={() => actions.toggleStatus(company)}
          >
            {company.isActivated ? texts.deactivate : texts.activate}
          </Menu.Item>
          <Menu.Item
            leftSection={company.isBilling ? <IconCreditCardOff /> : <IconCreditCard />}
            onClick={() => actions.toggleBilling(company)}
          >
            {company.isBilling ? texts.disableBilling : texts.enableBilling}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash />} data-danger onClick={() => actions.remove(company)}>
            {texts.remove}
          </Menu.Item>
        </>
      )}
    />
  )
}

const yesOrNo = (value: boolean) => (value ? <span className={styles.yes}>{texts.yes}</span> : texts.no)

export function CompanyStatus({ company: { isActivated } }: { company: AdminCompany }) {
  return (
    <StatusDot tone={isActivated ? 'green' : 'grey'}>{isActivated ? texts.activated : texts.deactivated}</StatusDot>
  )
}

/** At the end of a list: reports when it comes near the window. */
function LoadMore({ isEnabled, onReached }: { isEnabled: boolean; onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const report = useRef(onReached)
  useEffect(() => {
    report.current = onReached
  })
  useEffect(() => {
    if (!isEnabled || !mark.current) return
    // A quick scroll is reported together with the position before it.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && report.current(), {
      root: mark.current.closest('main'),
      rootMargin: `0px 0px ${loadMoreDistance}px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return <div ref={mark} className={styles.end} />
}
