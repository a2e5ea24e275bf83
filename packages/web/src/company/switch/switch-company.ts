import { api } from '../../platform/api/api.ts'
import { urlAtCompany } from '../../platform/session/parent-host.ts'
import { storeTokenForNextPage } from '../../platform/session/session-token.ts'

/** Starts a session in the company of this host and reloads the requested page. */
export async function switchAndReload(id: string): Promise<void> {
  const { token } = await api.company.switch({ params: { id } })
  storeTokenForNextPage(token)
  location.reload()
}

/** Starts a session in another company and opens this page at the company's own host if it has one. */
export async function switchAndOpen(id: string, path: string): Promise<void> {
  const { token, address } = await api.company.switch({ params: { id } })
  storeTokenForNextPage(token)
  const target = new URL(address === null ? path : urlAtCompany(address, path), location.href)
  // With a fragment, the same URL would not load again.
  if (target.href === location.href) location.reload()
  else location.assign(target)
}
