/**
 * The preview of a public link in other programs: title, first words and poster as Open Graph and Twitter metadata, and
 * a link to oEmbed. A link with a password has no preview, like one that opens nothing.
 */
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { PageMetadata } from '../../platform/http/web-app.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { findOpenLink, type OpenLink } from '../link/link.queries.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import { signForLink } from '../link/link-scope.ts'
import type { PageDependencies } from './shared-page.ts'

type Dependencies = PageDependencies & { readonly publicAddress: () => string }

const sharedPath = /^\/(?:b|browse)\/shared\/([^/]+)\/?$/
const embedPath = /^\/embed\/[^/]+\/?$/

export function createPreview(dependencies: Dependencies) {
  // The same limit as the call for the page itself; beyond it the page is served without a preview.
  const asked = createAttemptLimit({ max: 120, windowMs: 60_000 })
  return async (path: string, address: string): Promise<PageMetadata | null> => {
    if (embedPath.test(path)) return { head: '', isFramed: true }
    const token = sharedPath.exec(path)?.[1]
    if (token === undefined || !asked.admit(address)) return null
    const found = await findPreviewed(dependencies, token)
    return found && { title: escapeHtml(found.article.title), head: renderHead(dependencies, found), isFramed: false }
  }
}

export type PreviewedArticle = { readonly link: OpenLink; readonly article: Article }

/** Null if a password is required, or if nothing is found. */
export async function findPreviewed(dependencies: PageDependencies, token: string): Promise<PreviewedArticle | null> {
  const link = await findOpenLink(dependencies.db, 'public', token)
  if (link === null || link.passwordHash !== null) return null
  const signAddress = signForLink(dependencies, link, { sessionId: null, articleId: link.articleId })
  const article = await dependencies.articles.readPublished({ db: dependencies.db, signAddress }, link.articleId)
  return article && { link, article }
}

function renderHead({ publicAddress }: Dependencies, { link, article }: PreviewedArticle): string {
  const address = `${publicAddress()}/b/shared/${link.token}`
  const poster = article.rendition?.posterUrl ?? null
  const description = excerptOf(article.textTabs.map(({ text }) => text)) || `Shared by ${link.companyTitle}`
  const metas = [
    ['name', 'description', description],
    ['property', 'og:type', 'article'],
    ['property', 'og:site_name', link.companyTitle],
    ['property', 'og:title', article.title],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    ...(poster === null ? [] : [['property', 'og:image', publicAddress() + poster]]),
    ['name', 'twitter:card', poster === null ? 'summary' : 'summary_large_image'],
    ['name', 'twitter:title', article.title],
    ['name', 'twitter:description', description],
    ...(poster === null ? [] : [['name', 'twitter:image', publicAddress() + poster]]),
  ]
  const oembed = `${publicAddress()}/api/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  return [
    ...metas.map(([kind, name, content = '']) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`),
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(article.title)}" />`,
  ].join('')
}

/** Plain text of notes, for uses that accept nothing else. */

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const maxExcerptLength = 200

/**
 * The first words of the first text that has some, cut at a word. The HTML is our own, so its tags have a known form.
 */
export function excerptOf(texts: readonly string[]): string {
  for (const html of texts) {
    const text = html
      .slice(0, 20_000)
      .replaceAll(/<[^>]*>?/g, ' ')
      .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => namedEntities[name] ?? ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text !== '') return cutAtWord(text)
  }
  return ''
}

function cutAtWord(text: string): string {
  const letters = Array.from(text.slice(0, maxExcerptLength * 4))
  if (letters.length <= maxExcerptLength) return text
  const words = letters.slice(0, maxExcerptLength - 1).join('')
  const end = words.lastIndexOf(' ')
  return `${end > maxExcerptLength / 2 ? words.slice(0, end) : words}…`
}
