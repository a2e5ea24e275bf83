/** Chooses the tab of an article that is exported as PDF. */
import { hasContent } from '@knowreel/shared/article/article-mode.rules.ts'
import type { TextTab } from '@knowreel/shared/article/article.wire.ts'

type Tab = Pick<TextTab, 'id' | 'text'>

/**
 * The open tab, otherwise the first (null); undefined if there is nothing to export: the first tab decides, as in the
 * sidebar.
 */
export function pdfTab(tabs: readonly Tab[], openId: string | null): string | null | undefined {
  const [first] = tabs
  if (first === undefined || !hasContent(first)) return undefined
  const open = tabs.find(({ id }) => id === openId)
  return open !== undefined && hasContent(open) ? open.id : null
}
