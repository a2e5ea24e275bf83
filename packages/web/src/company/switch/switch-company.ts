import { api } from '../../platform/api/api.ts'
import { urlAtCompany } from '../../platform/session/parent-host.ts'
import { storeToken } from '../../platform/session/session-token.ts'
import { switchDestination } from './switch-destination.ts'

/**
 * Starts a session in another company and reloads the app, so that nothing of the previous company remains in memory.
 * With `isFounded` the first page reports that the company was created.
 */
export async function switchCompany(id: string, { isFounded = false } = {}): Promise<void> {
  const { token, address } = await api.company.switch({ params: { id } })
  storeToken(token)
  location.assign(switchDestination(address, isFounded))
}

/** The same on the company's own host, keeping the requested page. */
export async function switchAndReload(id: string): Promise<void> {
  const { token } = await api.company.switch({ params: { id } })
  storeToken(token)
  location.reload()
}

/** The same, opening this page at the company's own host if it has one. */
export async function switchAndOpen(id: string, path: string): Promise<void> {
  const { token, address } = await api.company.switch({ params: { id } })
  storeToken(token)
  const target = new URL(address === null ? path : urlAtCompany(address, path), location.href)
  // With a fragment, the same URL would not load again.
  if (target.href === location.href) location.reload()
  else location.assign(target)
}
