import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { clearEarlyResponses } from '../platform/api/early-response.ts'
import { parentHost, urlAtCompany } from '../platform/session/parent-host.ts'
import { storeToken } from '../platform/session/session-token.ts'
import { meQuery, type Session } from './session.queries.ts'
import { openNotificationsSearch, type SignInDestination } from './sign-in-url.ts'

type SessionStart = {
  /** Fetched if omitted. */
  session?: Session
  /** The company of the session; by default the one in `session`. */
  company?: Session['user']['company']
  /** The company to work in, if the person may. */
  companyId?: string | null
}

/** Stores the token and opens the requested page, at the company's own host if it has one. */
export function useBeginSession() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (token: string, destination: SignInDestination, beginning: SessionStart = {}): Promise<void> => {
    storeToken(token)
    clearEarlyResponses()
    queryClient.clear()
    const { session } = beginning
    const opened = await openCompany(companyToOpen(beginning))
    if (session && opened === null) queryClient.setQueryData(meQuery.queryKey, session)
    const path = await destinationPath(destination)
    const address = opened?.address ?? null
    if (address === null || new URL(address).host === location.host) router.history.replace(path)
    else location.assign(urlAtCompany(address, path))
  }
}

/** The requested company, or the session's own if its host is not this one; null: the session stays as it is. */
function companyToOpen({ session, companyId, company = session?.user.company }: SessionStart): string | null {
  const requested = session?.companies.find(({ id, status }) => id === companyId && status === 'active')
  if (requested && requested.id !== company?.id) return requested.id
  const isAtParentHost = location.host === parentHost()
  return company?.domain && company.status === 'active' && isAtParentHost ? company.id : null
}

/** People who may not work there get no error: they reach their own company, and what they may see of the page. */
async function openCompany(id: string | null): Promise<{ address: string | null } | null> {
  if (id === null) return null
  try {
    const { token, address } = await api.company.switch({ params: { id } })
    storeToken(token)
    return { address }
  } catch {
    return null
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
