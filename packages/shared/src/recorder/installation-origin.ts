/** The match patterns of an installation's pages, for the permissions of the recorder extension. */
export function originPatterns(address: string, hasCompanyDomains: boolean): string[] {
  const { protocol, host } = new URL(address)
  const own = `${protocol}//${host}/*`
  return hasCompanyDomains ? [own, `${protocol}//*.${host}/*`] : [own]
}
