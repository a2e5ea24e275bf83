import { mutationOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import {
  markAllRead,
  markUnread,
  markRead,
  mergeResponse,
  unreadIds,
  type NotificationList,
} from './panel/notification-list.ts'

/** Also the interval of the live socket without a connection. */
export const pollMs = 20_000

const notificationsKey = ['notifications'] as const
/** Another person, or the same person in another company, has other notifications. */
const ownerKey = (owner: string) => [...notificationsKey, owner] as const

/**
 * Fetched every 20 s while the page is visible, and immediately when it becomes visible. Failures are retried silently.
 */
export const notificationsQuery = (owner: string) =>
  queryOptions({
    queryKey: ownerKey(owner),
    queryFn: async ({ client, signal }): Promise<NotificationList> => {
      const known = client.getQueryData<NotificationList>(ownerKey(owner))
      // Notifications that are being marked as read would return as new.
      if (known && client.isMutating({ mutationKey: notificationsKey }) > 0) return known
      const answer = await api.notification.list({ query: { t: known?.time ?? undefined } }, { signal })
      return mergeResponse(client.getQueryData<NotificationList>(ownerKey(owner)), answer)
    },
    staleTime: pollMs,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: { isErrorShown: true },
  })

/** Fetches what is new since the last response. */
export const refetchNotifications = (client: QueryClient, owner: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ownerKey(owner) })

/** Fetches the whole list: incremental responses do not report withdrawn notifications. */
export function refetchAllNotifications(client: QueryClient, owner: string): Promise<void> {
  client.setQueryData<NotificationList>(ownerKey(owner), (list) => list && { ...list, time: null })
  return refetchNotifications(client, owner)
}

type PreviousState = { readonly ids: readonly string[]; readonly count: number }

/** Shows them as read immediately; if the server refuses, they are new again. */
function markMutation<Which>(
  client: QueryClient,
  owner: string,
  mark: (list: NotificationList, which: Which) => NotificationList,
  send: (which: Which) => Promise<unknown>,
  isErrorShown: boolean,
) {
  const key = ownerKey(owner)
  return mutationOptions({
    mutationKey: notificationsKey,
    mutationFn: send,
    onMutate: async (which: Which): Promise<PreviousState | undefined> => {
      // A response in flight predates the change.
      await client.cancelQueries({ queryKey: key })
      const list = client.getQueryData<NotificationList>(key)
      if (!list) return undefined
      const marked = mark(list, which)
      client.setQueryData(key, marked)
      const left = new Set(unreadIds(marked))
      return { ids: unreadIds(list).filter((id) => !left.has(id)), count: list.count - marked.count }
    },
    onError: (_error, _which, former) => {
      if (!former) return
      client.setQueryData<NotificationList>(
        key,
        (list) => list && markUnread(list, former.ids, list.count + former.count),
      )
    },
    onSettled: () => {
      // The last of several mutations refetches for all; this one still counts as pending.
      if (client.isMutating({ mutationKey: notificationsKey }) <= 1)
        queueMicrotask(() => void refetchNotifications(client, owner))
    },
    meta: { isErrorShown },
  })
}

/** Opening a notification does not wait for this; a failure only makes it new again. */
export const readMutation = (client: QueryClient, owner: string) =>
  markMutation(
    client,
    owner,
    markRead,
    (id: string) => api.notification.read({ params: { id } }).catch(ignoreNotFound),
    true,
  )

export const readAllMutation = (client: QueryClient, owner: string) =>
  markMutation(client, owner, markAllRead, (_all: void) => api.notification.readAll(), false)

export const useMarkRead = (owner: string) => useMutation(readMutation(useQueryClient(), owner))
export const useMarkAllRead = (owner: string) => useMutation(readAllMutation(useQueryClient(), owner))

/** Withdrawn in the meantime: there is nothing left to read. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
