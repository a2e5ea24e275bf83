/**
 * Who chose to read, or to watch, goes on so from article to article of a workspace, as long as the articles have that
 * side; and comes back to the article that was open last. Both for as long as the page is open: an address that is shared
 * or opened anew follows the article's own rule.
 */
import { openingSide, type ArticleMode, type ArticleSides } from '@knowreel/shared/article/article-mode.rules.ts'

const modes = new Map<string, ArticleMode>()

export const keepMode = (workspaceId: string, mode: ArticleMode): void => {
  modes.set(workspaceId, mode)
}

/** The mode to open an article in whose address names none; null where its own rule says the same, or it has no such side. */
export function keptModeFor(workspaceId: string, article: ArticleSides): ArticleMode | null {
  const kept = modes.get(workspaceId)
  if (kept === undefined || openingSide(article).mode === kept) return null
  return openingSide(article, kept).mode === kept ? kept : null
}
