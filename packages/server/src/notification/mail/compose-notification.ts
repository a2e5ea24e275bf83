/** The text of an email. It contains little: who, where, and the beginning of the comment. */
import { UNSUBSCRIBE_PATH } from '@knowreel/shared/notification/unsubscribe-address.ts'
import { layOutMail } from '../../platform/mail/index.ts'
import { toArticleWorkspace } from '../../workspace/index.ts'
import type { UpdateRow } from './mail.queries.ts'

type Around = {
  readonly publicAddress: string
  /** For the link that unsubscribes from this article; null unsubscribes from everything. */
  readonly tokenOf: (articleId: string | null) => string
  readonly isDigest: boolean
}

type Composed = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

const subjectLength = 200
/** Beyond these limits an email only gives a count. */
const maxListed = { ofArticle: 5, articles: 20 } as const

export function composeNotification(news: readonly UpdateRow[], around: Around): Composed {
  const byArticle = Map.groupBy(news, ({ articleId }) => articleId)
  const isSingle = !around.isDigest && byArticle.size === 1
  const [title, laidOut] = isSingle ? composeArticle(news, around) : composeDigest([...byArticle.values()], around)
  const allMails = pageOf(around, null)
  return {
    subject: title.length > subjectLength ? `${title.slice(0, subjectLength - 1).toWellFormed()}…` : title,
    ...laidOut,
    headers: {
      'List-Unsubscribe': `<${allMails}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

type LaidOut = readonly [title: string, laidOut: ReturnType<typeof layOutMail>]

function composeArticle(news: readonly UpdateRow[], around: Around): LaidOut {
  const first = firstOf(news)
  const subject =
    news.length === 1 ? sentenceOf(first, `“${first.articleTitle}”`) : `${countOf(news)} on “${first.articleTitle}”`
  const content = {
    title: first.articleTitle,
    paragraphs: linesOf(news),
    action: { label: actionOf(first), url: `${around.publicAddress}${locationOf(first)}` },
    ...footerOf(around, first.articleId),
  }
  return [subject, layOutMail(content)]
}

function composeDigest(articles: readonly (readonly UpdateRow[])[], around: Around): LaidOut {
  const title = articles.length === 1 ? 'Updates on one article' : `Updates on ${articles.length} articles`
  const said = articles.slice(0, maxListed.articles)
  const paragraphs = said.map((news) => {
    const first = firstOf(news)
    return [first.articleTitle, ...linesOf(news), `${around.publicAddress}${locationOf(first)}`].join('\n')
  })
  if (articles.length > said.length) paragraphs.push(`And ${articles.length - said.length} more`)
  const action = { label: 'Open Knowreel', url: `${around.publicAddress}/` }
  return [title, layOutMail({ title, paragraphs, action, ...footerOf(around, null) })]
}

function firstOf(news: readonly UpdateRow[]): UpdateRow {
  const [first] = news
  if (first === undefined) throw new Error('A mail without news')
  return first
}

function linesOf(news: readonly UpdateRow[]): string[] {
  const said = news.slice(-maxListed.ofArticle)
  const lines = said.map((row) =>
    [`${sentenceOf(row, 'this article')}${row.excerpt ? ':' : '.'}`, quoteOf(row)].join(''),
  )
  return said.length === news.length ? lines : [`${news.length - said.length} earlier, and:`, ...lines]
}

const quoteOf = ({ excerpt }: UpdateRow): string => (excerpt ? `\n“${excerpt}”` : '')

function sentenceOf({ type, reason, by, workspace }: UpdateRow, article: string): string {
  const who = by ?? 'Somebody'
  switch (type) {
    case 'article_publish': {
      const place = article === 'this article' && workspace !== null ? ` in ${toArticleWorkspace(workspace).title}` : ''
      return `${who} published ${article}${place}`
    }
    case 'article_shared':
      return `${who} shared ${article} with you`
    case 'article_mention':
      return `${who} mentioned you in ${article}`
    case 'comment_mention':
      if (reason === 'mention') return `${who} mentioned you in a comment on ${article}`
      return reason === 'reply' ? `${who} answered in your thread on ${article}` : `${who} commented on ${article}`
  }
}

const countOf = (news: readonly UpdateRow[]): string =>
  news.every(({ type }) => type === 'comment_mention') ? `${news.length} comments` : `${news.length} updates`

const actionOf = ({ type }: UpdateRow): string => (type === 'comment_mention' ? 'View comment' : 'View article')

function locationOf({
  type,
  eventId,
  isDraft,
  articleShortId,
  articleSlug,
  workspace,
  sharedToken,
}: UpdateRow): string {
  const comment = type === 'comment_mention' ? `?showComment=${eventId}` : ''
  if (sharedToken !== null) return `/browse/shared/${sharedToken}/private${comment}`
  if (isDraft || workspace === null) return `/draft/${articleShortId}${comment}`
  const { shortId, slug } = toArticleWorkspace(workspace)
  return `/b/${shortId}/${slug}/${articleShortId}/${articleSlug}${comment}`
}

const pageOf = ({ publicAddress, tokenOf }: Around, articleId: string | null): string =>
  `${publicAddress}${UNSUBSCRIBE_PATH}${tokenOf(articleId)}`

const footerOf = (around: Around, articleId: string | null) => ({
  footer: 'You receive this email because of your notification settings.',
  footerLinks: [
    ...(articleId === null ? [] : [{ label: 'Stop emails about this article', url: pageOf(around, articleId) }]),
    { label: 'Unsubscribe', url: pageOf(around, null) },
  ],
})
