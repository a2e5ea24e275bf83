import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import * as texts from '../texts.ts'

/** One sentence in its parts: the person, what they did, the article, and the rest. */
export type NotificationText = {
  readonly person: string
  readonly did: string
  readonly title: string
  readonly rest: string
}

export function textOf({ type, reason, user, payload }: Notification): NotificationText {
  const words = (did: string, rest = ''): NotificationText => ({
    person: user?.name ?? texts.unknownAuthor,
    did,
    title: payload.articleTitle || texts.untitled,
    rest,
  })
  switch (type) {
    case 'article_mention':
      return words(texts.mentionedYouIn)
    case 'article_publish':
      return words('published')
    case 'article_shared':
      return words('shared', texts.withYou)
    case 'comment_mention':
      if (reason === 'reply') return words(texts.repliedToACommentOn)
      return words(reason === 'follow' ? texts.commentedOn : texts.mentionedYouInAComment)
  }
}

/** Announced to screen readers when it arrives. */
export function sentenceOf(notification: Notification): string {
  const { person, did, title, rest } = textOf(notification)
  return [person, did, title, rest].filter(Boolean).join(' ')
}

/** One is described in full; several are counted. */
export function arrivalText(arrived: readonly Notification[]): string {
  const [first] = arrived
  if (!first) return ''
  return arrived.length === 1 ? sentenceOf(first) : texts.arrivedCountNewNotifications(arrived.length)
}
