/** Links that open articles, at a second or at words where there are any. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'

type LinkedArticle = Pick<ArticleSummary, 'shortId' | 'slug' | 'isDraft' | 'workspace'>

/** The path of an article or draft; `part` is a mode, or the slug of a paragraph. */
export function articlePath({ shortId, slug, isDraft, workspace }: LinkedArticle, part = ''): string {
  if (isDraft || workspace === null) return pathOf('draft', shortId, part)
  return pathOf('b', workspace.shortId, workspace.slug, shortId, slug, part)
}

/** `seconds` are those of the article, as decision 0196 defines the parameter. */
export const atSecond = (path: string, seconds: number): string => `${path}?t=${Math.floor(seconds)}`

/** Null for results without a page, like tags. */
export function resultPath(result: SearchResult): string | null {
  const { category, workspace, shortId, slug, sharedToken, isDraft } = result
  if (category === 'workspace') return workspace === null ? null : pathOf('workspace', workspace.shortId)
  if (category === 'tag') return pathOf('tags', result.title)
  if (shortId === null) return null
  const seconds = secondOf(result)
  const query = seconds === null ? findQuery(result) : `?t=${seconds}`
  if (sharedToken !== null) return pathOf('b', 'shared', sharedToken, 'private') + query
  const part = seconds === null ? '' : 'video'
  return articlePath({ shortId, slug: slug ?? '', isDraft, workspace }, part) + query
}

/** The second of the article at which a result is; null for notes and titles. */
export const secondOf = ({ startTime }: Pick<SearchResult, 'startTime'>): number | null =>
  startTime === null ? null : Math.floor(startTime / 1000)

const findQuery = ({ foundTextProperties: found }: SearchResult): string =>
  found === null ? '' : `?${new URLSearchParams({ find: found.textToFind, near: String(found.startIndex) })}`

const pathOf = (...segments: string[]): string =>
  segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')

/** The id in a link to an article or draft, or the id itself. */
export function articleIdOf(idOrLink: string): string {
  if (!idOrLink.includes('/')) return idOrLink
  const segments =
    idOrLink
      .replace(/^https?:\/\/[^/]+/, '')
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .filter(Boolean) ?? []
  const [page, first = '', , third] = segments
  return page === 'b' ? (third ?? '') : first
}
