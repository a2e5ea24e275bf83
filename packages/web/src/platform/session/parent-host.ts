/** Host and port above the companies' own hosts, as the server wrote it into the page; null while they have none. */
export const parentHost = (): string | null =>
  document.querySelector('meta[name="knowreel-host"]')?.getAttribute('content') ?? null

/** The domain that shares the session cookie; null if browsers do not support it, or if there is nothing to share. */
export function cookieDomainOf(parent: string | null, hostname: string): string | null {
  const domain = parent?.replace(/:\d+$/, '') ?? ''
  return domain.includes('.') && (hostname === domain || hostname.endsWith(`.${domain}`)) ? domain : null
}

/** A path at the address that the server gives for a company: its host, or its sign-in page with a one-use token. */
export function urlAtCompany(address: string, path: string): string {
  const isHandOver = new URL(address).pathname !== '/'
  return isHandOver ? `${address}/${encodeURIComponent(path)}` : new URL(path, address).href
}
