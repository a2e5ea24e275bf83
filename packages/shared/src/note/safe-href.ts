const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])

// Browsers ignore these inside a URL, so "java\nscript:" would still run.
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/** The URL for a link, or null if following it could do more than open a page, an email or a call. */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string') return null
  const address = href.replace(controlCharacters, '').trim()
  if (address === '') return null
  const scheme = /^([^/?#]*?):/.exec(address)?.[1]
  return scheme === undefined || safeSchemes.has(scheme.toLowerCase()) ? address : null
}
