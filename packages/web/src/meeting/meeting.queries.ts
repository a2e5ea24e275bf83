import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallRequest, CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { BotConfig } from '@knowreel/shared/meeting/bot.calls.ts'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { api } from '../platform/api/api.ts'
import type { MeetingListSearch } from './list/meeting-list-search.ts'

type MeetingPage = CallResponse<Catalogue['meeting']['list']>

const keys = { all: ['meeting'], list: ['meeting', 'list'], bot: ['bot'] } as const

export const meetingListQuery = ({ q, status, workspace, organizer, sort, page }: MeetingListSearch) =>
  queryOptions({
    queryKey: [...keys.list, { q, status, workspace, organizer, sort, page }],
    queryFn: ({ signal }): Promise<MeetingPage> =>
      api.meeting.list(
        { query: { q, status, workspace, organizer, sort: sort ?? 'asc', page: page ?? 1 } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // The progress of a meeting that is being processed.
    refetchInterval: ({ state }) =>
      state.data?.meetings.some(({ metadata }) => metadata.progress !== null) ? 10_000 : false,
    meta: { isErrorShown: true, isLive: true },
  })

/** Without them the filters are empty, which needs no message. */
export const meetingFiltersQuery = queryOptions({
  queryKey: [...keys.all, 'filters'],
  queryFn: ({ signal }) => api.meeting.filters({}, { signal }),
  meta: { isErrorShown: true },
})

export function useAddMeeting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CallRequest<Catalogue['meeting']['add']>['body']) => api.meeting.add({ body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { isErrorShown: true },
  })
}

type Removal = { readonly meeting: Meeting; readonly isAll: boolean }

/** The row disappears, or shows the next occurrence of its series. */
export function useRemoveMeeting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ meeting: { id, status, recurrence }, isAll }: Removal) =>
      api.meeting.remove({
        params: { id },
        query: { status, ...(isAll && { all: '1' as const }) },
        body: { recurrence },
      }),
    onSuccess: ({ newStartDate }, { meeting }) =>
      queryClient.setQueriesData<MeetingPage>({ queryKey: keys.list }, (page) =>
        page && newStartDate ? movedRow(page, meeting.id, newStartDate) : page && withoutRow(page, meeting.id),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}

const withoutRow = ({ meetings, count }: MeetingPage, id: string): MeetingPage => {
  const rest = meetings.filter((meeting) => meeting.id !== id)
  return { meetings: rest, count: count - (meetings.length - rest.length) }
}

const movedRow = ({ meetings, count }: MeetingPage, id: string, startAt: string): MeetingPage => ({
  meetings: meetings.map((meeting) => (meeting.id === id ? { ...meeting, startAt } : meeting)),
  count,
})

export function useSendBotAgain() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.meeting.sendAgain({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}

export const botConfigQuery = (user: string, event: string | null) =>
  queryOptions({
    queryKey: [...keys.bot, event],
    queryFn: ({ signal }): Promise<{ config: BotConfig }> =>
      event === null
        ? api.bot.get({ params: { user } }, { signal })
        : api.bot.getForMeeting({ params: { user, event } }, { signal }),
    staleTime: 0,
    // What is being typed would be replaced.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isErrorShown: true },
  })

export function useSaveBotConfig() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (config: CallRequest<Catalogue['bot']['save']>['body']['config']) => api.bot.save({ body: { config } }),
    onSuccess: ({ config }) => {
      queryClient.removeQueries({ queryKey: keys.bot })
      queryClient.setQueryData([...keys.bot, config.eventId], { config })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { isErrorShown: true },
  })
}
