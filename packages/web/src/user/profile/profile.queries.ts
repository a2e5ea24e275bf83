import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { meQuery } from '../session.queries.ts'
import type { ProfileChange } from './profile-values.ts'
import * as texts from './texts.ts'

/** Caches every response about the signed-in person, so that name and photo are current everywhere. */
function useCacheMe() {
  const queryClient = useQueryClient()
  return ({ user }: { user: Me }) =>
    queryClient.setQueryData(meQuery.queryKey, (session) => session && { ...session, user })
}

/** The form shows the error. */
export function useSaveProfile() {
  const keepMe = useCacheMe()
  return useMutation({
    mutationFn: (body: ProfileChange) => api.user.updateMe({ body }),
    onSuccess: keepMe,
    meta: { isErrorShown: true },
  })
}

/** For changes outside the form: resending an email, or cancelling a change. */
export function useChangeProfile() {
  const keepMe = useCacheMe()
  return useMutation({ mutationFn: (body: ProfileChange) => api.user.updateMe({ body }), onSuccess: keepMe })
}

/** Uses the token of an email, before its page opens: people whom the membership guard redirects confirm it too. */
export async function confirmEmail(queryClient: QueryClient, token: string): Promise<void> {
  try {
    await api.user.confirmEmail({ body: { token } })
    showSuccess(texts.yourEmailIsConfirmed)
  } catch (error) {
    handleError(error)
  }
  // A response that the page requested earlier may be outdated.
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}
