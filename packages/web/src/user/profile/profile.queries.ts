import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { api } from '../../platform/api/api.ts'
import { meQuery } from '../session.queries.ts'
import type { ProfileChange } from './profile-values.ts'

/** Every answer about oneself is the newest one, wherever one's name and face stand. */
function useKeepMe() {
  const queryClient = useQueryClient()
  return ({ user }: { user: Me }) =>
    queryClient.setQueryData(meQuery.queryKey, (session) => session && { ...session, user })
}

/** The form shows what went wrong. */
export function useSaveProfile() {
  const keepMe = useKeepMe()
  return useMutation({
    mutationFn: (body: ProfileChange) => api.user.updateMe({ body }),
    onSuccess: keepMe,
    meta: { isErrorShown: true },
  })
}

/** For what is not typed into the form: a mail once more, or a change taken back. */
export function useChangeProfile() {
  const keepMe = useKeepMe()
  return useMutation({ mutationFn: (body: ProfileChange) => api.user.updateMe({ body }), onSuccess: keepMe })
}

export function useConfirmEmail() {
  const keepMe = useKeepMe()
  return useMutation({ mutationFn: (token: string) => api.user.confirmEmail({ body: { token } }), onSuccess: keepMe })
}
