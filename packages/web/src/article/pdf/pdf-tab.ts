/** Chooses the tab of an article that is exported as PDF. */
import type { TextTab } from '@knowreel/shared/article/article.wire.ts'

type Tab = Pick<TextTab, 'id' | 'text'>

/** Content without letters. */
const shown = /<(?:img|hr|table)\b|data-type="fileAttachment"|data-mention=/

const isFilled = ({ text }: Tab): boolean => shown.test(text) || text.replaceAll(/<[^>]*>/g, '').trim() !== ''

/**
 * The open tab, otherwise the first (null); undefined if there is nothing to export: the first tab decides, as in the
 * sidebar.
 */
export function pdfTab(tabs: readonly Tab[], openId: string | null): string | null | undefined {
  const [first] = tabs
  if (first === undefined || !isFilled(first)) return undefined
  const open = tabs.find(({ id }) => id === openId)
  return open !== undefined && isFilled(open) ? open.id : null
}
