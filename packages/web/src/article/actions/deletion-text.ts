/** Maximum number of titles named in the question; the rest are counted. */
const named = 5

/** Names what is deleted together with an article. */
export function deletionText(nestedTitles: readonly string[]): string {
  const end = 'This cannot be undone.'
  if (nestedTitles.length === 0) return `The article is deleted for everyone. ${end}`
  const titles = nestedTitles.slice(0, named).map((title) => `“${title}”`)
  const more = nestedTitles.length - titles.length
  const list = more > 0 ? [...titles, `${more} more`] : titles
  const last = list.at(-1) ?? ''
  const words = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${last}` : last
  return `This also deletes ${nestedTitles.length === 1 ? '1 sub-article' : `${nestedTitles.length} sub-articles`}: ${words}. ${end}`
}
