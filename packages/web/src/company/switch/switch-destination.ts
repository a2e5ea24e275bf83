import { urlAtCompany } from '../../platform/session/parent-host.ts'

/** In the URL of the first page after a company was created; home shows a message and removes it. */
export const companyCreatedParam = 'founded'

/** `address` is the company's own host, with a one-use token if that does not share the cookie. */
export function switchDestination(address: string | null, isFounded: boolean): string {
  const home = isFounded ? `/?${companyCreatedParam}=1` : '/'
  if (address === null) return home
  return isFounded ? urlAtCompany(address, home) : address
}
