/** What has ended: the mails about one article, or all of them. */
export function endedText({ what, title }: { what: 'article' | 'all'; title: string | null }): string {
  if (what === 'all') return 'You get no more notification mails.'
  return title === null ? 'You get no more mails about this article.' : `You get no more mails about “${title}”.`
}
