import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationSettings } from '@knowreel/shared/notification/notification.calls.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'

type SettingsResponse = { settings: NotificationSettings }

export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }): Promise<SettingsResponse> => api.notification.settings({}, { signal }),
  meta: { isErrorShown: true },
})

/** A browser may name a time zone that the server does not know; the choice is saved anyway. */
async function saveSettings(change: Partial<NotificationSettings>): Promise<SettingsResponse> {
  try {
    return await api.notification.saveSettings({ body: change })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unknown_time_zone') throw error
    const { timeZone: _unknown, ...choices } = change
    return api.notification.saveSettings({ body: choices })
  }
}

/**
 * Shown immediately; if the server refuses, it is reverted with a message. Saves run one after the other, so that the
 * last choice wins.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  const key = settingsQuery.queryKey
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: saveSettings,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key })
      const former = client.getQueryData(key)?.settings
      client.setQueryData(key, (answer) => answer && { settings: { ...answer.settings, ...change } })
      return former
    },
    onError: (_error, change, former) => {
      if (!former) return
      const back = Object.fromEntries(Object.keys(change).map((name) => [name, former[name as keyof typeof former]]))
      client.setQueryData(key, (answer) => answer && { settings: { ...answer.settings, ...back } })
    },
  })
}
