import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../platform/api/api.ts'
import { readToken, renewToken } from '../platform/session/session-token.ts'

export type Session = CallResponse<Catalogue['user']['me']>

const staleMs = 5 * 60_000

/** The signed-in person with their current company and all others. */
export const meQuery = queryOptions({
  queryKey: ['user', 'me'],
  queryFn: async ({ signal }): Promise<Session> => {
    const session = await api.user.me({}, { signal })
    renewToken()
    return session
  },
  staleTime: staleMs,
})

/** Undefined for guests and while loading. */
export const useMe = (): Session | undefined => useSession().data

/** With the state of its loading. */
export const useSession = () => useQuery({ ...meQuery, enabled: readToken() !== null })
