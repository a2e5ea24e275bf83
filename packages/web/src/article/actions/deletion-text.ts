import { trashDays } from '@knowreel/shared/article/trash.rules.ts'
import * as texts from '../texts.ts'

/** Maximum number of titles named in the question; the rest are counted. */
const maxNamedTitles = 5

/** Names what is deleted together with an article. */
export function deletionText(nestedTitles: readonly string[]): string {
  const end = texts.itCanBeRestoredFor(trashDays)
  if (nestedTitles.length === 0) return texts.theArticleIsDeletedFor(end)
  const titles = nestedTitles.slice(0, maxNamedTitles).map((title) => `“${title}”`)
  const more = nestedTitles.length - titles.length
  const list = more > 0 ? [...titles, texts.moreItems(more)] : titles
  const last = list.at(-1) ?? ''
  const words = list.length > 1 ? texts.listAndLast(list.slice(0, -1).join(', '), last) : last
  return texts.thisAlsoDeletesNestedTitleCountWords(texts.subArticles(nestedTitles.length), words, end)
}
