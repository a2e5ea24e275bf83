import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { jobsPerPage } from '@knowreel/shared/admin/admin.rules.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { pageCount } from '../../ui/list/page-range.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { jobCountQuery, jobsQuery, useRefreshJobs, useRemoveDoneJobs } from '../admin.queries.ts'
import { searchDebounceMs, type AdminSearch } from '../admin-search.ts'
import { formatCount } from '../format-count.ts'
import * as texts from '../texts.ts'
import { JobsTable, type OpenJob } from './jobs-table.tsx'

/** Refreshes itself every few seconds while it is open. */
export function JobsPage() {
  const search = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate({ from: '/admin/{-$page}/{-$id}' })
  const isPhone = usePhone()
  const [open, setOpen] = useState<OpenJob | null>(null)
  const [isRefreshing, setRefreshing] = useState(false)
  const page = search.page ?? 1
  const list = useQuery(jobsQuery(search.q, page))
  const counted = useQuery(jobCountQuery).data
  const refresh = useRefreshJobs()
  const change = (next: Partial<AdminSearch>) =>
    void navigate({ search: (current) => ({ ...current, ...next }), replace: true })
  // Jobs were removed in the meantime, or the URL names a page after the last one.
  const lastPage = pageCount(list.data?.count ?? 0, jobsPerPage)
  const isBeyondEnd = !list.isPlaceholderData && list.data?.jobs.length === 0 && page > lastPage
  useEffect(() => {
    if (isBeyondEnd)
      void navigate({
        search: (current) => ({ ...current, page: lastPage > 1 ? lastPage : undefined }),
        replace: true,
      })
  }, [isBeyondEnd, lastPage, navigate])
  const refreshNow = () => {
    setRefreshing(true)
    void refresh()
      .catch(handleError)
      .finally(() => setRefreshing(false))
  }

  return (
    <PageFrame
      title={counted === undefined ? texts.jobs : texts.jobsTitle(formatCount(counted.count), counted.isEstimate)}
      actions={
        <>
          <RemoveDoneButton />
          <Button leftSection={<IconRefresh />} loading={isRefreshing} onClick={refreshNow}>
            {texts.refresh}
          </Button>
        </>
      }
      tools={
        <SearchField
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined, page: undefined })}
          placeholder={texts.searchJobs}
          debounceMs={searchDebounceMs}
          width={isPhone ? '100%' : 280}
        />
      }
    >
      {list.isError && !list.data ? (
        <LoadError text={texts.theJobsCouldNotBe} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.data?.jobs.length === 0 && !isBeyondEnd ? (
        search.q === undefined ? (
          <EmptyState drawing="notYet" text={texts.youDontHaveAnyJobs} />
        ) : (
          <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
            <Button onClick={() => change({ q: undefined, page: undefined })}>{texts.clearFilters}</Button>
          </EmptyState>
        )
      ) : (
        <>
          <JobsTable
            jobs={list.data?.jobs ?? []}
            isLoading={list.isPending || isBeyondEnd}
            open={open}
            onOpen={setOpen}
          />
          {list.data?.isCountCapped && <p className="kr-second kr-muted">{texts.moreJobsThanCounted}</p>}
          <Paging
            label={texts.pagesOfJobs}
            count={list.data?.count ?? 0}
            perPage={jobsPerPage}
            page={page}
            onChange={(next) => change({ page: next > 1 ? next : undefined })}
          />
        </>
      )}
    </PageFrame>
  )
}

function RemoveDoneButton() {
  const { mutateAsync: removeDone, isPending } = useRemoveDoneJobs()
  const run = async () => {
    const isConfirmed = await confirmAction({
      title: texts.removeDoneJobsQuestion,
      body: texts.removeDoneJobsText,
      confirmLabel: texts.removeDoneJobs,
      isDangerous: true,
    })
    if (isConfirmed)
      await removeDone(undefined).then(
        ({ count }) => showSuccess(texts.jobsRemoved(count)),
        () => undefined,
      )
  }
  return (
    <Button loading={isPending} onClick={() => void run()}>
      {texts.removeDoneJobs}
    </Button>
  )
}
