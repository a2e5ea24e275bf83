import { mutationOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { pollMs } from './live-line.ts'
import { markAllRead, markNew, markRead, mergeAnswer, newIds, type NotificationList } from './notification-list.ts'

const all = ['notifications'] as const
/** Another person, or the same in another company, has other notifications. */
const keyOf = (owner: string) => [...all, owner] as const

/** Asked every 20 s while the page is seen, and at once when it comes into sight. What fails is asked again in silence. */
export const notificationsQuery = (owner: string) =>
  queryOptions({
    queryKey: keyOf(owner),
    queryFn: async ({ client, signal }): Promise<NotificationList> => {
      const known = client.getQueryData<NotificationList>(keyOf(owner))
      // What is being marked as read would come back as new.
      if (known && client.isMutating({ mutationKey: all }) > 0) return known
      const answer = await api.notification.list({ query: { t: known?.time ?? undefined } }, { signal })
      return mergeAnswer(client.getQueryData<NotificationList>(keyOf(owner)), answer)
    },
    staleTime: pollMs,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: { isErrorShown: true },
  })

/** What is new since the last answer. */
export const askForNews = (client: QueryClient, owner: string): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(owner) })

/** The whole list: answers that only bring news do not tell what was taken back. */
export function askForAll(client: QueryClient, owner: string): Promise<void> {
  client.setQueryData<NotificationList>(keyOf(owner), (list) => list && { ...list, time: null })
  return askForNews(client, owner)
}

type Former = { readonly ids: readonly string[]; readonly count: number }

/** Shows them as read at once; what the server refuses is new again. */
function marking<Which>(
  client: QueryClient,
  owner: string,
  mark: (list: NotificationList, which: Which) => NotificationList,
  send: (which: Which) => Promise<unknown>,
  isErrorShown: boolean,
) {
  const key = keyOf(owner)
  return mutationOptions({
    mutationKey: all,
    mutationFn: send,
    onMutate: async (which: Which): Promise<Former | undefined> => {
      // An answer under way was made before.
      await client.cancelQueries({ queryKey: key })
      const list = client.getQueryData<NotificationList>(key)
      if (!list) return undefined
      const marked = mark(list, which)
      client.setQueryData(key, marked)
      const left = new Set(newIds(marked))
      return { ids: newIds(list).filter((id) => !left.has(id)), count: list.count - marked.count }
    },
    onError: (_error, _which, former) => {
      if (!former) return
      client.setQueryData<NotificationList>(key, (list) => list && markNew(list, former.ids, list.count + former.count))
    },
    onSettled: () => {
      // The last of several asks for all of them; this one still counts as under way.
      if (client.isMutating({ mutationKey: all }) <= 1) queueMicrotask(() => void askForNews(client, owner))
    },
    meta: { isErrorShown },
  })
}

/** Who follows a notification is not held up by it: what went wrong shows in that it is new again. */
export const readMutation = (client: QueryClient, owner: string) =>
  marking(client, owner, markRead, (id: string) => api.notification.read({ params: { id } }).catch(passMissing), true)

export const readAllMutation = (client: QueryClient, owner: string) =>
  marking(client, owner, markAllRead, (_all: void) => api.notification.readAll(), false)

export const useMarkRead = (owner: string) => useMutation(readMutation(useQueryClient(), owner))
export const useMarkAllRead = (owner: string) => useMutation(readAllMutation(useQueryClient(), owner))

/** Taken back meanwhile: there is nothing left to read. */
function passMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
