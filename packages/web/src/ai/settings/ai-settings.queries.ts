import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { aiCalls, AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { api } from '../../platform/api/api.ts'

export const aiSettingsQuery = queryOptions({
  queryKey: ['ai', 'settings'],
  queryFn: async ({ signal }) => (await api.ai.settings({}, { signal })).settings,
  meta: { isErrorShown: true },
})

export const aiUsageQuery = (month: string) =>
  queryOptions({
    queryKey: ['ai', 'usage', month],
    queryFn: async ({ signal }) => (await api.ai.usage({ query: { month } }, { signal })).usage,
    meta: { isErrorShown: true },
  })

export type SavedAiSettings = CallRequest<typeof aiCalls.saveSettings>['body']

export function useSaveAiSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: SavedAiSettings) => (await api.ai.saveSettings({ body })).settings,
    async onSuccess(settings) {
      queryClient.setQueryData(aiSettingsQuery.queryKey, settings)
      await queryClient.invalidateQueries({ queryKey: ['ai', 'status'] })
    },
    meta: { isErrorShown: true },
  })
}

export const preferencesQuery = queryOptions({
  queryKey: ['ai', 'preferences'],
  queryFn: async ({ signal }) => (await api.ai.preferences({}, { signal })).preferences,
  meta: { isErrorShown: true },
})

/** Shown immediately; a failure brings the stored choice back. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationFn: async (body: AiPreferences) => (await api.ai.savePreferences({ body })).preferences,
    onMutate: (body) => queryClient.setQueryData(queryKey, body),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
