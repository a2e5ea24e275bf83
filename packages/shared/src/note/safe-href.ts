const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel'])

// Browsers ignore these inside an address, so "java\nscript:" would still run.
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g
const invisible =
  /[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]/g

/** The address to put into a link, or null when following it could do more than open a page, a mail or a call. */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string') return null
  const address = href.replace(controlCharacters, '').trim()
  if (address === '') return null
  const scheme = /^([^/?#]*?):/.exec(address.replace(invisible, ''))?.[1]
  if (scheme !== undefined && !safeSchemes.has(scheme.toLowerCase())) return null
  return address
}
