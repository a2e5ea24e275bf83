/**
 * The addresses of shared pages: `/b/shared/{token}` for anyone, `/b/shared/{token}/private` for those who are named. What of
 * the article is meant stands behind the question mark, since the path has no room for it: `article` is one below the shared
 * one, `at` a side (`video`, `notes`) or the slug of a tab or of a paragraph.
 */
export const sharedRoute = '/b/shared/$sharedToken/{-$accessType}'

export type OpenedLink = { readonly token: string; readonly isPrivate: boolean }

export type SharedSearch = {
  readonly article?: string
  readonly at?: string
}

export const sharedParams = ({ token, isPrivate }: OpenedLink) => ({
  sharedToken: token,
  accessType: isPrivate ? 'private' : undefined,
})

const longestPart = 200

const partOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' && String(value).length <= longestPart
    ? String(value)
    : undefined

export const readSharedSearch = ({ article, at }: Record<string, unknown>): SharedSearch => ({
  article: partOf(article),
  at: partOf(at),
})

/** The whole address, for the clipboard and for pages of others. */
export function sharedAddress(link: OpenedLink, { article, at }: SharedSearch = {}): string {
  const search = new URLSearchParams()
  if (article !== undefined) search.set('article', article)
  if (at !== undefined) search.set('at', at)
  const tail = search.size === 0 ? '' : `?${search}`
  return `${location.origin}/b/shared/${encodeURIComponent(link.token)}${link.isPrivate ? '/private' : ''}${tail}`
}
