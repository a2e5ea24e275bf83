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
  /** Where a search found something: seconds of the recording, words of the note, or a picture or attachment. */
  readonly t?: string | number
  readonly find?: string | number
  readonly near?: string | number
  readonly file?: string | number
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

const maxFoundLength = 500

/** Keeps the type: the router would quote a number that was converted to a string. */
const readFound = (value: unknown): string | number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= maxFoundLength) ? value : undefined

export const readSharedSearch = ({ article, at, t, find, near, file }: Record<string, unknown>): SharedSearch => ({
  article: readPart(article),
  at: readPart(at),
  t: readFound(t),
  find: readFound(find),
  near: readFound(near),
  file: readFound(file),
})

/** The absolute URL, for the clipboard and for other sites. */
export function sharedUrl(link: OpenedLink, { article, at }: SharedSearch = {}): string {
  const search = new URLSearchParams()
  if (article !== undefined) search.set('article', article)
  if (at !== undefined) search.set('at', at)
  const tail = search.size === 0 ? '' : `?${search}`
  return `${location.origin}/b/shared/${encodeURIComponent(link.token)}${link.isPrivate ? '/private' : ''}${tail}`
}
