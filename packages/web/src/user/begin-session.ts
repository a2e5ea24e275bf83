import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { keepToken } from '../platform/session/session-token.ts'
import { meQuery, type Session } from './session.queries.ts'
import type { SignInDestination } from './sign-in-address.ts'

/** Keeps the token and opens the place that was wanted. Without `session`, the person is asked for on the way. */
export function useBeginSession() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (token: string, destination: SignInDestination, session?: Session): Promise<void> => {
    keepToken(token)
    queryClient.clear()
    if (session) queryClient.setQueryData(meQuery.queryKey, session)
    router.history.replace('path' in destination ? destination.path : await articleAddress(destination.articleId))
  }
}

/** The article in its workspace; home when it is gone or out of reach. */
async function articleAddress(id: string): Promise<string> {
  try {
    const { article } = await api.article.get({ params: { id } })
    const { workspace } = article
    return workspace
      ? `/b/${workspace.shortId}/${workspace.slug}/${article.shortId}/${article.slug}`
      : `/draft/${article.shortId}`
  } catch {
    return '/'
  }
}
