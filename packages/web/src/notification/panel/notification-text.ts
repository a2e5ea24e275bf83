import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import { shownName } from '../../ui/identity/shown-name.ts'
import * as texts from '../texts.ts'

/** One sentence in its parts: the person, what they did, the article, and the rest. */
export type NotificationTextParts = {
  readonly person: string
  readonly action: string
  readonly title: string
  readonly suffix: string
}

export function notificationTextParts({ type, reason, user, payload }: Notification): NotificationTextParts {
  const words = (did: string, rest = ''): NotificationTextParts => ({
    person: shownName(user?.name ?? texts.unknownAuthor),
    action: did,
    title: payload.articleTitle || texts.untitled,
    suffix: rest,
  })
  switch (type) {
    case 'article_mention':
      return words(texts.mentionedYouIn)
    case 'article_publish':
      return words('published')
    case 'article_shared':
      return words('shared', texts.withYou)
    case 'article_review':
      return { ...words(texts.isStillTrue), person: '' }
    case 'comment_mention':
      if (reason === 'reply') return words(texts.repliedToACommentOn)
      return words(reason === 'follow' ? texts.commentedOn : texts.mentionedYouInAComment)
  }
}

/** Announced to screen readers when it arrives. */
export function notificationSentence(notification: Notification): string {
  const { person, action, title, suffix } = notificationTextParts(notification)
  return [person, action, title, suffix].filter(Boolean).join(' ')
}

/** One is described in full; several are counted. */
export function announcementText(arrived: readonly Notification[]): string {
  const [first] = arrived
  if (!first) return ''
  return arrived.length === 1 ? notificationSentence(first) : texts.countNewNotifications(arrived.length)
}
