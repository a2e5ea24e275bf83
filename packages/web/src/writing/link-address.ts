import { safeHref } from '@knowreel/shared/note/safe-href.ts'

const looksLikeMail = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/
const hasScheme = /^[a-z][a-z0-9+.-]*:/i
/** `localhost:3000` looks like a scheme but is a host. */
const hostWithPort = /^[a-z0-9.-]+:\d+(?:[/?#]|$)/i

/**
 * Completes a typed URL: `knowreel.com` is a page, `ines@halden.io` an email address. Null if no link may lead there.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (looksLikeMail.test(text)) return `mailto:${text}`
  const isWhole = /^[/?#]/.test(text) || (hasScheme.test(text) && !hostWithPort.test(text))
  return safeHref(isWhole ? text : `https://${text}`)
}
