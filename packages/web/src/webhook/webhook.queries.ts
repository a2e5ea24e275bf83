import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import type { DeliveryStatus, Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import { api } from '../platform/api/api.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

const keys = {
  all: ['webhook'] as const,
  list: ['webhook', 'list'] as const,
  one: (id: string) => ['webhook', 'one', id] as const,
  deliveries: (id: string) => ['webhook', 'deliveries', id] as const,
}

type WebhookList = { webhooks: Webhook[] }
type WebhookResponse = { webhook: Webhook }

export const webhooksQuery = queryOptions({
  queryKey: keys.list,
  queryFn: ({ signal }): Promise<WebhookList> => api.webhook.list({}, { signal }),
  meta: { isErrorShown: true },
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }): Promise<WebhookResponse> => api.webhook.get({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

const refreshMs = 3000

/** Refreshed while a delivery has not been attempted yet. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...keys.deliveries(id), status],
    queryFn: ({ pageParam, signal }) =>
      api.webhook.deliveries(
        {
          params: { id },
          query: { ...(status !== null && { status }), ...(pageParam !== null && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: ({ state }) => {
      const now = Date.now()
      const isSending = state.data?.pages.some(({ deliveries }) =>
        deliveries.some(({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) <= now),
      )
      return isSending ? refreshMs : false
    },
    meta: { isErrorShown: true },
  })

export type SavedWebhook = { url: string; events: WebhookEvent[]; isActive: boolean }

/** Caches the response of the server wherever the webhook is shown. */
export function useCacheWebhook() {
  const queryClient = useQueryClient()
  return (webhook: Webhook): void => {
    queryClient.setQueryData<WebhookResponse>(keys.one(webhook.id), { webhook })
    queryClient.setQueryData<WebhookList>(keys.list, (list) => {
      if (!list) return list
      const isListed = list.webhooks.some(({ id }) => id === webhook.id)
      const webhooks = isListed
        ? list.webhooks.map((other) => (other.id === webhook.id ? webhook : other))
        : [...list.webhooks, webhook]
      return { ...list, webhooks }
    })
    void queryClient.invalidateQueries({ queryKey: keys.deliveries(webhook.id) })
  }
}

export function useSaveWebhook() {
  const cache = useCacheWebhook()
  return async (id: string | null, body: SavedWebhook): Promise<Webhook> => {
    const { webhook } =
      id === null ? await api.webhook.create({ body }) : await api.webhook.save({ params: { id }, body })
    cache(webhook)
    return webhook
  }
}

export function useSwitchWebhook() {
  const save = useSaveWebhook()
  return useMutation({
    mutationFn: ({ id, url, events, isActive }: Webhook) => save(id, { url, events, isActive: !isActive }),
    onSuccess: ({ isActive }) => showSuccess(isActive ? texts.turnedOn : texts.turnedOff),
  })
}

export function useDeleteWebhook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.webhook.remove({ params: { id } }),
    onSuccess: (_answer, id) => {
      queryClient.setQueryData<WebhookList>(
        keys.list,
        (list) => list && { ...list, webhooks: list.webhooks.filter((other) => other.id !== id) },
      )
      showSuccess(texts.deleted)
    },
  })
}

/** A new delivery, or one that is sent again. */
export function useSend(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (deliveryId: string | null) =>
      deliveryId === null
        ? api.webhook.sendTest({ params: { id } })
        : api.webhook.sendAgain({ params: { id, deliveryId } }),
    onSuccess: (_answer, deliveryId) => {
      void queryClient.invalidateQueries({ queryKey: keys.all })
      showSuccess(deliveryId === null ? texts.testSent : texts.sentAgain)
    },
  })
}
