/**
 * The URL of an article: `/b/{workspace}/{slug}/{article}/{slug}/{part?}/{tab?}`. `part` is matched against the modes,
 * then the slugs of text tabs, then those of paragraphs; an unknown part is dropped. Only ids are trusted; wrong slugs
 * are corrected.
 */
import { articleModes, type ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'

type Named = { readonly shortId: string; readonly slug: string }
type Slugged = { readonly id: string; readonly slug: string }
type SluggedParagraph = Slugged & { readonly items?: readonly Slugged[] }

/** The parts of an article that a URL can lead to. */
export type Places = { readonly textTabs: readonly Slugged[]; readonly paragraphs?: readonly SluggedParagraph[] }

/** The fields of an article that its URL needs. */
export type Addressed = Named & { readonly workspace: Named | null }

export type AskedPlace = {
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
export const modeOf = (word: string | undefined): ArticleMode | null =>
  articleModes.find((mode) => mode === word) ?? null

/** The mode, tab or paragraph that a URL requests; a tab shows the notes, whatever mode precedes it. */
export function askedPlace(
  { textTabs, paragraphs = [] }: Places,
  { part, tab }: Pick<ArticleParams, 'part' | 'tab'>,
): AskedPlace {
  const mode = modeOf(part)
  const slug = mode === null ? part : tab
  const asked = textTabs.find((candidate) => candidate.slug === slug)
  if (asked) return { mode: 'notes', tabId: asked.id, paragraphId: null }
  const paragraph = mode === null ? paragraphs.flatMap(withItems).find((one) => one.slug === slug) : undefined
  return { mode: paragraph ? 'video' : mode, tabId: null, paragraphId: paragraph?.id ?? null }
}

const withItems = ({ items = [], ...paragraph }: SluggedParagraph): Slugged[] => [paragraph, ...items]

/** A mode of an article, one of its tabs, or one of its paragraphs. */
export type ArticlePlace = {
  readonly mode?: ArticleMode
  readonly tabSlug?: string
  readonly paragraphSlug?: string
}

/** Null for an article without a workspace, which has no URL for readers. */
export function articleParams(article: Addressed, place?: ArticlePlace): ArticleParams | null {
  if (!article.workspace) return null
  return {
    workspaceId: article.workspace.shortId,
    workspaceSlug: article.workspace.slug,
    articleId: article.shortId,
    articleSlug: article.slug,
    part: place?.tabSlug === undefined ? (place?.paragraphSlug ?? place?.mode) : 'notes',
    tab: place?.tabSlug,
  }
}

/** The corrected URL parameters, or null if they are already correct. */
export function correctedParams(article: Addressed & Places, params: ArticleParams): ArticleParams | null {
  const asked = askedPlace(article, params)
  const tabSlug = article.textTabs.find(({ id }) => id === asked.tabId)?.slug
  const paragraphSlug = asked.paragraphId === null ? undefined : params.part
  const right = articleParams(article, { mode: asked.mode ?? undefined, tabSlug, paragraphSlug })
  return right && articleHref(right) !== articleHref(params) ? right : null
}

const notEmpty = (segment: string | undefined): segment is string => segment !== undefined && segment !== ''

/** The path of the URL, for links outside the router: the clipboard, a new tab. */
export const articleHref = (params: ArticleParams): string =>
  ['b', params.workspaceId, params.workspaceSlug, params.articleId, params.articleSlug, params.part, params.tab]
    .filter(notEmpty)
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
