/**
 * The URL of an article: `/b/{workspace}/{slug}/{article}/{slug}/{part?}/{tab?}`. `part` is matched against the modes,
 * then the slugs of text tabs, then those of paragraphs; an unknown part is dropped. Only ids are trusted; wrong slugs
 * are corrected.
 */
import { articleModes, type ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'

type UrlIdentity = { readonly shortId: string; readonly slug: string }
type Slugged = { readonly id: string; readonly slug: string }
type SluggedParagraph = Slugged & { readonly items?: readonly Slugged[] }

/** The parts of an article that a URL can lead to. */
export type ArticleTargets = {
  readonly textTabs: readonly Slugged[]
  readonly paragraphs?: readonly SluggedParagraph[]
}

/** The fields of an article that its URL needs. */
export type LinkableArticle = UrlIdentity & { readonly workspace: UrlIdentity | null }

export type RequestedLocation = {
  readonly mode: ArticleMode | null
  readonly tabId: string | null
  readonly paragraphId: string | null
}

export const articleRoute = '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}'

export type ArticleParams = {
  workspaceId: string
  workspaceSlug: string
  articleId: string
  articleSlug?: string
  part?: string
  tab?: string
}

/** The mode that a word in a URL names; null for any other word. */
export const parseMode = (word: string | undefined): ArticleMode | null =>
  articleModes.find((mode) => mode === word) ?? null

/** The mode, tab or paragraph that a URL requests; a tab shows the notes, whatever mode precedes it. */
export function requestedLocation(
  { textTabs, paragraphs = [] }: ArticleTargets,
  { part, tab }: Pick<ArticleParams, 'part' | 'tab'>,
): RequestedLocation {
  const mode = parseMode(part)
  const slug = mode === null ? part : tab
  const asked = textTabs.find((candidate) => candidate.slug === slug)
  if (asked) return { mode: 'notes', tabId: asked.id, paragraphId: null }
  const paragraph = mode === null ? paragraphs.flatMap(flattenParagraph).find((one) => one.slug === slug) : undefined
  return { mode: paragraph ? 'video' : mode, tabId: null, paragraphId: paragraph?.id ?? null }
}

const flattenParagraph = ({ items = [], ...paragraph }: SluggedParagraph): Slugged[] => [paragraph, ...items]

/** A mode of an article, one of its tabs, or one of its paragraphs. */
export type ArticleLocation = {
  readonly mode?: ArticleMode
  readonly tabSlug?: string
  readonly paragraphSlug?: string
  /** A time of the recording, in ms. */
  readonly time?: number
}

/** Null for an article without a workspace, which has no URL for readers. */
export function articleParams(article: LinkableArticle, location?: ArticleLocation): ArticleParams | null {
  if (!article.workspace) return null
  return {
    workspaceId: article.workspace.shortId,
    workspaceSlug: article.workspace.slug,
    articleId: article.shortId,
    articleSlug: article.slug,
    part: location?.tabSlug === undefined ? (location?.paragraphSlug ?? location?.mode) : 'notes',
    tab: location?.tabSlug,
  }
}

/** The corrected URL parameters, or null if they are already correct. */
export function canonicalParams(
  article: LinkableArticle & ArticleTargets,
  params: ArticleParams,
): ArticleParams | null {
  const asked = requestedLocation(article, params)
  const tabSlug = article.textTabs.find(({ id }) => id === asked.tabId)?.slug
  const paragraphSlug = asked.paragraphId === null ? undefined : params.part
  const right = articleParams(article, { mode: asked.mode ?? undefined, tabSlug, paragraphSlug })
  return right && articleHref(right) !== articleHref(params) ? right : null
}

const isNotEmpty = (segment: string | undefined): segment is string => segment !== undefined && segment !== ''

/** The path of the URL, for links outside the router: the clipboard, a new tab. */
export const articleHref = (params: ArticleParams): string =>
  ['b', params.workspaceId, params.workspaceSlug, params.articleId, params.articleSlug, params.part, params.tab]
    .filter(isNotEmpty)
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
