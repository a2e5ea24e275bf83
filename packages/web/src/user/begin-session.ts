import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { clearEarlyResponses } from '../platform/api/early-response.ts'
import { storeToken } from '../platform/session/session-token.ts'
import { meQuery, type Session } from './session.queries.ts'
import { openNotificationsSearch, type SignInDestination } from './sign-in-url.ts'

type SessionStart = {
  /** Fetched if omitted. */
  session?: Session
  /** The company to work in, if the person may. */
  companyId?: string | null
}

/** Stores the token and opens the requested page. */
export function useBeginSession() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (token: string, destination: SignInDestination, beginning: SessionStart = {}): Promise<void> => {
    storeToken(token)
    clearEarlyResponses()
    queryClient.clear()
    const { session, companyId } = beginning
    const host = session && companyId ? await switchToCompany(session, companyId) : 'same'
    if (session && host === 'same') queryClient.setQueryData(meQuery.queryKey, session)
    const path = await destinationPath(destination)
    if (host === 'same' || host === 'changed') router.history.replace(path)
    else location.assign(`${host}/${encodeURIComponent(path)}`)
  }
}

/** People who may not work there get no error: they reach their own company, and what they may see of the page. */
async function switchToCompany({ user, companies }: Session, companyId: string): Promise<string> {
  const wanted = companies.find(({ id }) => id === companyId)
  if (wanted === undefined || wanted.id === user.company?.id || wanted.status !== 'active') return 'same'
  try {
    const { token, address } = await api.company.switch({ params: { id: wanted.id } })
    storeToken(token)
    // The company's own host signs the person in with a one-use token if it does not share the cookie.
    return address !== null && new URL(address).pathname !== '/' ? address : 'changed'
  } catch {
    return 'same'
  }
}

/** An article is in its workspace; home if it is gone or inaccessible. */
export async function destinationPath(destination: SignInDestination): Promise<string> {
  if ('path' in destination) return destination.path
  try {
    const { article } = await api.article.get({ params: { id: destination.articleId } })
    const { workspace } = article
    const path = workspace
      ? `/b/${workspace.shortId}/${workspace.slug}/${article.shortId}/${article.slug}`
      : `/draft/${article.shortId}`
    return destination.isWithNotifications ? path + openNotificationsSearch : path
  } catch {
    return destination.isWithNotifications ? `/${openNotificationsSearch}` : '/'
  }
}
