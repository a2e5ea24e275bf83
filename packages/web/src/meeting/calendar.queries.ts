import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../platform/api/api.ts'

const keys = {
  meetings: ['meeting'],
  calendar: ['meeting', 'calendar'],
  events: ['meeting', 'calendar-events'],
} as const

export const calendarQuery = queryOptions({
  queryKey: keys.calendar,
  queryFn: ({ signal }) => api.calendar.get({}, { signal }),
  meta: { isErrorShown: true },
})

export const offeredMeetingsQuery = queryOptions({
  queryKey: keys.events,
  queryFn: ({ signal }) => api.calendar.events({}, { signal }),
  meta: { isErrorShown: true },
})

export function useSaveCalendar() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CallRequest<Catalogue['calendar']['save']>['body']) => api.calendar.save({ body }),
    onSuccess: (state) => queryClient.setQueryData(keys.calendar, state),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.meetings }),
    meta: { isErrorShown: true },
  })
}

/** The switch moves immediately, and back if the server refuses. */
export function useSelectMeeting() {
  const queryClient = useQueryClient()
  const show = (id: string, isSelected: boolean) =>
    queryClient.setQueryData(
      offeredMeetingsQuery.queryKey,
      (list) => list && { events: list.events.map((event) => (event.id === id ? { ...event, isSelected } : event)) },
    )
  return useMutation({
    mutationFn: ({ id, isSelected }: { id: string; isSelected: boolean }) =>
      api.calendar.select({ params: { id }, body: { isSelected } }),
    onMutate: ({ id, isSelected }) => show(id, isSelected),
    onError: (_error, { id, isSelected }) => show(id, !isSelected),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.meetings }),
  })
}
