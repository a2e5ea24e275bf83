/** The texts that Slack shows. They name title, author and link, and nothing of the content. */
import type { LinkCard } from './slack-client.ts'

export type ArticleInSlack = {
  readonly title: string
  /** Null for a deleted account. */
  readonly author: string | null
  readonly workspaceTitle: string
}

export const composePost = ({ title, author }: ArticleInSlack, url: string): string =>
  `*<${url}|${escapeMarkup(title)}>*${author === null ? '' : `\nby ${escapeMarkup(author)}`}`

export const composeCard = ({ title, author, workspaceTitle }: ArticleInSlack): LinkCard => ({
  title: toLine(title),
  context: toLine([author, workspaceTitle].filter((part) => part !== null).join(' · ')),
})

const toLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Otherwise a title could mention everybody or hide another address behind a link. */
const escapeMarkup = (text: string): string =>
  toLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
