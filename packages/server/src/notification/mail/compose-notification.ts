/** The text of an email. It contains little: who, where, and the beginning of the comment. */
import { UNSUBSCRIBE_PATH } from '@knowreel/shared/notification/unsubscribe-path.ts'
import { renderMail } from '../../platform/mail/index.ts'
import { toArticleWorkspace } from '../../workspace/index.ts'
import type { UpdateRow } from './mail.queries.ts'

type ComposeContext = {
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
const maxListed = { perArticle: 5, articles: 20 } as const

export function composeNotification(updates: readonly UpdateRow[], around: ComposeContext): Composed {
  const byArticle = Map.groupBy(updates, ({ articleId }) => articleId)
  const isSingle = !around.isDigest && byArticle.size === 1
  const [title, laidOut] = isSingle ? composeArticle(updates, around) : composeDigest([...byArticle.values()], around)
  const allMails = unsubscribeUrl(around, null)
  return {
    subject: title.length > subjectLength ? `${title.slice(0, subjectLength - 1).toWellFormed()}…` : title,
    ...laidOut,
    headers: {
      'List-Unsubscribe': `<${allMails}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

type RenderedMail = readonly [title: string, laidOut: ReturnType<typeof renderMail>]

function composeArticle(updates: readonly UpdateRow[], around: ComposeContext): RenderedMail {
  const first = requireFirst(updates)
  const subject =
    updates.length === 1
      ? itemSentence(first, `“${first.articleTitle}”`)
      : `${countText(updates)} on “${first.articleTitle}”`
  const content = {
    title: first.articleTitle,
    paragraphs: itemLines(updates),
    action: { label: actionLabel(first), url: `${around.publicAddress}${targetPath(first)}` },
    ...mailFooter(around, first.articleId),
  }
  return [subject, renderMail(content)]
}

function composeDigest(articles: readonly (readonly UpdateRow[])[], around: ComposeContext): RenderedMail {
  const title = articles.length === 1 ? 'Updates on one article' : `Updates on ${articles.length} articles`
  const said = articles.slice(0, maxListed.articles)
  const paragraphs = said.map((updates) => {
    const first = requireFirst(updates)
    return [first.articleTitle, ...itemLines(updates), `${around.publicAddress}${targetPath(first)}`].join('\n')
  })
  if (articles.length > said.length) paragraphs.push(`And ${articles.length - said.length} more`)
  const action = { label: 'Open Knowreel', url: `${around.publicAddress}/` }
  return [title, renderMail({ title, paragraphs, action, ...mailFooter(around, null) })]
}

function requireFirst(updates: readonly UpdateRow[]): UpdateRow {
  const [first] = updates
  if (first === undefined) throw new Error('A notification email without items')
  return first
}

function itemLines(updates: readonly UpdateRow[]): string[] {
  const said = updates.slice(-maxListed.perArticle)
  const lines = said.map((row) =>
    [`${itemSentence(row, 'this article')}${row.excerpt ? ':' : '.'}`, excerptLine(row)].join(''),
  )
  return said.length === updates.length ? lines : [`${updates.length - said.length} earlier, and:`, ...lines]
}

const excerptLine = ({ excerpt }: UpdateRow): string => (excerpt ? `\n“${excerpt}”` : '')

function itemSentence({ type, reason, by, workspace }: UpdateRow, article: string): string {
  const who = by ?? 'Someone'
  switch (type) {
    case 'article_publish': {
      const inWorkspace =
        article === 'this article' && workspace !== null ? ` in ${toArticleWorkspace(workspace).title}` : ''
      return `${who} published ${article}${inWorkspace}`
    }
    case 'article_shared':
      return `${who} shared ${article} with you`
    case 'article_review':
      return `Please check whether ${article} is still true`
    case 'article_mention':
      return `${who} mentioned you in ${article}`
    case 'comment_mention':
      if (reason === 'mention') return `${who} mentioned you in a comment on ${article}`
      return reason === 'reply' ? `${who} replied in your thread on ${article}` : `${who} commented on ${article}`
  }
}

const countText = (updates: readonly UpdateRow[]): string =>
  updates.every(({ type }) => type === 'comment_mention') ? `${updates.length} comments` : `${updates.length} updates`

const actionLabel = ({ type }: UpdateRow): string => (type === 'comment_mention' ? 'View comment' : 'View article')

function targetPath({
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

const unsubscribeUrl = ({ publicAddress, tokenOf }: ComposeContext, articleId: string | null): string =>
  `${publicAddress}${UNSUBSCRIBE_PATH}${tokenOf(articleId)}`

const mailFooter = (around: ComposeContext, articleId: string | null) => ({
  footer: 'You receive this email because of your notification settings.',
  footerLinks: [
    ...(articleId === null
      ? []
      : [{ label: 'Stop emails about this article', url: unsubscribeUrl(around, articleId) }]),
    { label: 'Unsubscribe', url: unsubscribeUrl(around, null) },
  ],
})
