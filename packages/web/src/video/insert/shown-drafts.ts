/** The ids of the drafts into which this page inserts recordings, and of the articles that they are drafts of. */
const shown = new Set<string | null>()

export function showForInsertion(ids: readonly (string | null)[]): () => void {
  for (const id of ids) shown.add(id)
  return () => {
    for (const id of ids) shown.delete(id)
  }
}

export const isShownForInsertion = (articleId: string): boolean => shown.has(articleId)
