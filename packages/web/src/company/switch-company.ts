import { api } from '../platform/api/api.ts'
import { keepToken } from '../platform/session/session-token.ts'
import { arrivalAt } from './company-arrival.ts'

/**
 * Begins a session in another company and loads the app anew, so that nothing of the former one is left in it. With
 * `isFounded` the first page says that the company was made.
 */
export async function switchCompany(id: string, { isFounded = false } = {}): Promise<void> {
  const { token, address } = await api.company.switch({ params: { id } })
  keepToken(token)
  location.assign(arrivalAt(address, isFounded))
}

/** The same at the host of the company, on the page that was asked for. */
export async function switchHere(id: string): Promise<void> {
  const { token } = await api.company.switch({ params: { id } })
  keepToken(token)
  location.reload()
}
