/** The addresses of hints of a recording. Without a schema library, because the bar in other people's pages uses it. */
export const hintLimits = { title: 120, url: 500, hints: 2000 } as const

/** The address without query and fragment, which may contain secrets. Empty for pages that are not on the web. */
export function hintAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, origin, pathname } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? (origin + pathname).slice(0, hintLimits.url) : ''
}
