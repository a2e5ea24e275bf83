import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { api } from '../../platform/api/api.ts'
import { meQuery } from '../session.queries.ts'
import type { ProfileChange } from './profile-values.ts'

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

export function useConfirmEmail() {
  const keepMe = useCacheMe()
  return useMutation({ mutationFn: (token: string) => api.user.confirmEmail({ body: { token } }), onSuccess: keepMe })
}
