/** Describes what has ended: the emails about one article, or all of them. */
export function endedText({ what, title }: { what: 'article' | 'all'; title: string | null }): string {
  if (what === 'all') return 'You won’t receive notification emails any more.'
  return title === null
    ? 'You won’t receive emails about this article any more.'
    : `You won’t receive emails about “${title}” any more.`
}
