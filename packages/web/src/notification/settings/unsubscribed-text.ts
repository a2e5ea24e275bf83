import * as texts from '../texts.ts'
/** Describes what has ended: the emails about one article, or all of them. */
export function unsubscribedText({ what, title }: { what: 'article' | 'all'; title: string | null }): string {
  if (what === 'all') return texts.youWontReceiveNotificationEmails
  return title === null ? texts.youWontReceiveEmailsAbout : texts.youWontReceiveEmailsAboutTitle(title)
}
