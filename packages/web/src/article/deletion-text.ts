/** Titles named in the question; more are counted. */
const named = 5

/** What goes away with an article, by name. */
export function deletionText(nestedTitles: readonly string[]): string {
  const end = 'This cannot be undone.'
  if (nestedTitles.length === 0) return `The article goes away for everyone. ${end}`
  const titles = nestedTitles.slice(0, named).map((title) => `“${title}”`)
  const more = nestedTitles.length - titles.length
  const list = more > 0 ? [...titles, `${more} more`] : titles
  const last = list.at(-1) ?? ''
  const words = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${last}` : last
  return `With it ${nestedTitles.length === 1 ? 'goes the article' : 'go the articles'} under it: ${words}. ${end}`
}
