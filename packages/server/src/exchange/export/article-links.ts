/** Where a link of a note leads once it stands in a file: to another file of the export, or to the page itself. */

type Target = { readonly articleId: string; readonly hash: string }

/** The article that an address of ours names, by its long or short id; null for all other addresses. */
export function articleOfAddress(href: string, publicAddress: string): Target | null {
  let url: URL
  let base: URL
  try {
    base = new URL(publicAddress)
    url = new URL(href, base)
  } catch {
    return null
  }
  if (url.host !== base.host || !/^https?:$/.test(url.protocol) || /^[#?]/.test(href)) return null
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const articleId = parts[0] === 'b' ? parts[3] : parts[0] === 'article' && parts[1] !== 'new' ? parts[1] : undefined
  return articleId === undefined ? null : { articleId: articleId.toLowerCase(), hash: url.hash }
}

/** Addresses without a host lead nowhere from a file on somebody's disk. */
export function wholeAddress(href: string, publicAddress: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  try {
    return new URL(href, publicAddress).href
  } catch {
    return href
  }
}
