import { useEffect, useRef, type ReactNode } from 'react'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFileText, IconPlus, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { pageCount } from '../../ui/list/page-range.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import { draftTypes, type DraftListSearch, type DraftType } from './draft-list.ts'
import { draftListQuery } from './draft-list.queries.ts'
import { DraftsTable } from './drafts-table.tsx'
import { openCreateArticle } from '../article.dialogs.ts'
import * as texts from '../texts.ts'
import styles from './drafts-page.module.css'

export function DraftsPage() {
  const search = useSearch({ from: '/shell/members/drafts' })
  const navigate = useNavigate({ from: '/drafts' })
  const drafts = useQuery(draftListQuery(search))
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)

  const { type, page = 1 } = search
  const count = drafts.data?.count ?? 0
  const pages = pageCount(count)
  const show = (next: DraftListSearch) => void navigate({ search: next })
  const isPastEnd = drafts.isSuccess && !drafts.isPlaceholderData && page > pages
  useEffect(() => {
    if (isPastEnd)
      void navigate({ search: (current) => ({ ...current, page: pages > 1 ? pages : undefined }), replace: true })
  }, [isPastEnd, pages, navigate])

  const isEmpty = drafts.isSuccess && !drafts.isPlaceholderData && count === 0
  return (
    <PageFrame
      title={texts.drafts}
      count={count > 0 ? count : undefined}
      tools={!(isEmpty && !type) && <TypeFilter value={type} onChange={(next) => show({ type: next })} />}
    >
      {drafts.isError && !drafts.data ? (
        <LoadError
          text={texts.yourDraftsCouldNotBe}
          onRetry={() => void drafts.refetch()}
          isRetrying={drafts.isFetching}
        />
      ) : isEmpty ? (
        <NoDrafts type={type} onClear={() => show({})} />
      ) : (
        <div ref={list} className={styles.list} data-stale={drafts.isPlaceholderData || undefined}>
          <DraftsTable drafts={drafts.data?.articles ?? []} isLoading={drafts.isPending} />
        </div>
      )}
      <Paging
        label={texts.pagesOfDrafts}
        count={count}
        page={page}
        onChange={(next) => show({ type, page: next > 1 ? next : undefined })}
      />
    </PageFrame>
  )
}

const typeLabels: Record<DraftType, ReactNode> = {
  video: (
    <>
      <IconVideo className="kr-icon-16" />
      {texts.video}
    </>
  ),
  notes: (
    <>
      <IconFileText className="kr-icon-16" />
      {texts.notes}
    </>
  ),
  both: texts.videoAndNotes,
}

function TypeFilter({ value, onChange }: { value?: DraftType; onChange: (type: DraftType | undefined) => void }) {
  return (
    <SegmentedControl
      aria-label={texts.draftType}
      className={styles.types}
      value={value ?? 'all'}
      onChange={(next) => onChange(draftTypes.find((type) => type === next))}
      data={[
        { value: 'all', label: texts.all },
        ...draftTypes.map((type) => ({ value: type, label: <span className={styles.type}>{typeLabels[type]}</span> })),
      ]}
    />
  )
}

function NoDrafts({ type, onClear }: { type?: DraftType; onClear: () => void }) {
  if (type) {
    return (
      <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
        <Button onClick={onClear}>{texts.clearFilters}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="draft" text={texts.unpublishedWorkIsKeptHere}>
      <Button leftSection={<IconPlus />} onClick={() => openCreateArticle()}>
        {texts.createAnArticle}
      </Button>
    </EmptyState>
  )
}
