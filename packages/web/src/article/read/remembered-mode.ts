/**
 * Reading or watching continues from article to article of a workspace, as long as the articles have that mode, and the
 * workspace reopens the last article. Both last while the page is open: a shared or reloaded URL follows the article's
 * own rule.
 */
import { initialView, type ArticleMode, type ArticleContents } from '@knowreel/shared/article/article-mode.rules.ts'

const modesByWorkspace = new Map<string, ArticleMode>()

export const rememberMode = (workspaceId: string, mode: ArticleMode): void => {
  modesByWorkspace.set(workspaceId, mode)
}

/** The mode to open an article in if its URL names none; null if its own rule gives the same, or it lacks that mode. */
export function rememberedMode(workspaceId: string, article: ArticleContents): ArticleMode | null {
  const kept = modesByWorkspace.get(workspaceId)
  if (kept === undefined || initialView(article).mode === kept) return null
  return initialView(article, kept).mode === kept ? kept : null
}
