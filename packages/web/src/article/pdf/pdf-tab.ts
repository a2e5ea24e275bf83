/** Which tab of an article goes into a PDF. */
import type { TextTab } from '@knowreel/shared/article/article.wire.ts'

type Tab = Pick<TextTab, 'id' | 'text'>

/** What is read without letters. */
const shown = /<(?:img|hr|table)\b|data-type="fileAttachment"|data-mention=/

const isFilled = ({ text }: Tab): boolean => shown.test(text) || text.replaceAll(/<[^>]*>/g, '').trim() !== ''

/**
 * The tab that is open, else the first, which null stands for; undefined where there is nothing to export: the first tab
 * decides, as it does in the sidebar.
 */
export function pdfTab(tabs: readonly Tab[], openId: string | null): string | null | undefined {
  const [first] = tabs
  if (first === undefined || !isFilled(first)) return undefined
  const open = tabs.find(({ id }) => id === openId)
  return open !== undefined && isFilled(open) ? open.id : null
}
