import { useEffect, useRef } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { pageCount } from '../../ui/list/page-range.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { openAddMeeting, openBotSettings } from '../meeting.dialogs.ts'
import { meetingListQuery } from '../meeting.queries.ts'
import * as texts from '../texts.ts'
import { MeetingDays } from './meeting-days.tsx'
import { MeetingFilters } from './meeting-filters.tsx'
import { hasMeetingFilter, type MeetingListSearch } from './meeting-list-search.ts'
import { MeetingsTable } from './meetings-table.tsx'
import styles from './meetings.module.css'

const perPage = 10
const noFilter: MeetingListSearch = { q: undefined, status: undefined, workspace: undefined, organizer: undefined }

export function MeetingsPage() {
  const search = useSearch({ from: '/shell/members/meetings' })
  const navigate = useNavigate({ from: '/meetings' })
  const list = useQuery(meetingListQuery(search))
  const isPhone = usePhone()
  const rows = useRef<HTMLDivElement>(null)
  useListKeys(rows)

  const { sort, page = 1 } = search
  const count = list.data?.count ?? 0
  const pages = pageCount(count, perPage)
  const change = (next: MeetingListSearch) =>
    void navigate({ search: (current) => ({ ...current, page: undefined, ...next }), replace: true })

  // The last row of the last page may have been deleted.
  const isPastEnd = list.isSuccess && !list.isPlaceholderData && page > pages
  useEffect(() => {
    if (isPastEnd)
      void navigate({ search: (current) => ({ ...current, page: pages > 1 ? pages : undefined }), replace: true })
  }, [isPastEnd, pages, navigate])

  const isEmpty = list.isSuccess && !list.isPlaceholderData && count === 0
  const isUnused = isEmpty && !hasMeetingFilter(search)
  const meetings = list.data?.meetings ?? []
  return (
    <PageFrame
      title={texts.meetings}
      actions={<Actions isSmall={isPhone} />}
      tools={!isUnused && <MeetingFilters search={search} onChange={change} />}
    >
      {list.isError && !list.data ? (
        <LoadError
          text={texts.theMeetingsCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : isUnused ? (
        <EmptyState drawing="notYet" text={texts.sendTheBotToAMeeting}>
          <Button leftSection={<IconPlus />} onClick={openAddMeeting}>
            {texts.addAMeeting}
          </Button>
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults}>
          <Button onClick={() => change(noFilter)}>{texts.clearFilters}</Button>
        </EmptyState>
      ) : (
        <div ref={rows} className={styles.list} data-stale={list.isPlaceholderData || undefined}>
          {isPhone ? (
            <MeetingDays meetings={meetings} isLoading={list.isPending} />
          ) : (
            <MeetingsTable
              meetings={meetings}
              isLoading={list.isPending}
              sort={sort}
              onSort={(next) => change({ sort: next })}
            />
          )}
        </div>
      )}
      <Paging
        label={texts.pagesOfMeetings}
        count={count}
        page={page}
        perPage={perPage}
        onChange={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </PageFrame>
  )
}

function Actions({ isSmall }: { isSmall: boolean }) {
  if (isSmall)
    return (
      <>
        <ActionIcon aria-label={texts.botSettings} onClick={() => openBotSettings(null)}>
          <IconRobot />
        </ActionIcon>
        <ActionIcon aria-label={texts.addAMeeting} onClick={openAddMeeting}>
          <IconPlus />
        </ActionIcon>
      </>
    )
  return (
    <>
      <Button leftSection={<IconRobot />} onClick={() => openBotSettings(null)}>
        {texts.botSettings}
      </Button>
      <Button variant="filled" leftSection={<IconPlus />} onClick={openAddMeeting}>
        {texts.addAMeeting}
      </Button>
    </>
  )
}
