/**
 * The URLs of shared pages: `/b/shared/{token}` for anyone, `/b/shared/{token}/private` for named people. The part of
 * the article is in the query, since the path has no room for it: `article` is a sub-article of the shared one, `at` a
 * mode (`video`, `notes`) or the slug of a tab or paragraph.
 */
export const sharedRoute = '/b/shared/$sharedToken'
export const privateSharedRoute = '/b/shared/$sharedToken/private'

export type OpenedLink = { readonly token: string; readonly isPrivate: boolean }

export type SharedSearch = {
  readonly article?: string
  readonly at?: string
}

/** The page of a link: spread over a Link or a navigation. */
export const sharedLinkTarget = ({ token, isPrivate }: OpenedLink) =>
  ({
    to: isPrivate ? privateSharedRoute : sharedRoute,
    params: { sharedToken: token },
  }) as const

const maxPartLength = 200

const readPart = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' && String(value).length <= maxPartLength
    ? String(value)
    : undefined

export const readSharedSearch = ({ article, at }: Record<string, unknown>): SharedSearch => ({
  article: readPart(article),
  at: readPart(at),
})

/** The absolute URL, for the clipboard and for other sites. */
export function sharedUrl(link: OpenedLink, { article, at }: SharedSearch = {}): string {
  const search = new URLSearchParams()
  if (article !== undefined) search.set('article', article)
  if (at !== undefined) search.set('at', at)
  const tail = search.size === 0 ? '' : `?${search}`
  return `${location.origin}/b/shared/${encodeURIComponent(link.token)}${link.isPrivate ? '/private' : ''}${tail}`
}
