import { safeHref } from '@knowreel/shared/note/safe-href.ts'

const emailPattern = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/
const schemePattern = /^[a-z][a-z0-9+.-]*:/i
/** `localhost:3000` looks like a scheme but is a host. */
const hostWithPortPattern = /^[a-z0-9.-]+:\d+(?:[/?#]|$)/i

/**
 * Completes a typed URL: `knowreel.com` is a page, `ines@halden.io` an email address. Null if no link may lead there.
 */
export function normalizeLinkUrl(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (emailPattern.test(text)) return `mailto:${text}`
  const isWhole = /^[/?#]/.test(text) || (schemePattern.test(text) && !hostWithPortPattern.test(text))
  return safeHref(isWhole ? text : `https://${text}`)
}
