import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'

/** The id of the article that this URL shows to signed-in people; null for every other URL. Pure. */
export function articleIdOf(url: string, isOwnHost: (host: string) => boolean): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !isOwnHost(parsed.host)) return null
  const [page, first = '', , third = ''] = parsed.pathname.split('/').slice(1)
  // Links that share an article have their own token instead.
  const id = page === 'b' && first !== 'shared' ? third : page === 'article' ? first : ''
  return isUuid(id) || isShortId(id) ? id.toLowerCase() : null
}
