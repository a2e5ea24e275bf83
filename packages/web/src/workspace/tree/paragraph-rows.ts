/** The paragraphs of the open article as rows of the tree, below its own row and before its sub-articles. */
import type { TreeParagraph, TreeRow } from './tree-rows.ts'

/** The props that the page of an article passes to the tree. */
export type OpenParagraphs = {
  readonly articleId: string
  readonly paragraphs: readonly (TreeParagraph & { readonly items: readonly TreeParagraph[] })[]
  /** The one that the URL names. */
  readonly currentId: string | null
  readonly hrefOf: (slug: string) => string
  readonly open: (slug: string) => void
}

/** More paragraphs would push other articles out of view: then they are unfolded on demand. */
const maxUnfolded = 40

/** The stored key for the folding of the open article: set means folded, or for a long one unfolded. */
export function foldKey({ articleId }: OpenParagraphs, isLong: boolean): string {
  return isLong ? `${articleId}:unfolded` : articleId
}

export const isLongTree = ({ paragraphs }: OpenParagraphs): boolean =>
  paragraphs.reduce((count, { items }) => count + 1 + items.length, 0) > maxUnfolded

export const paragraphRowId = (articleId: string, paragraphId: string): string => `${articleId}/${paragraphId}`

export function insertParagraphRows(
  rows: readonly TreeRow[],
  open: OpenParagraphs,
  folded: ReadonlySet<string>,
): readonly TreeRow[] {
  const at = rows.findIndex(({ id }) => id === open.articleId)
  const own = rows[at]
  if (!own || open.paragraphs.length === 0) return rows
  const isLong = isLongTree(open)
  const isFolded = folded.has(foldKey(open, isLong)) !== isLong
  const head: TreeRow = { ...own, hasItems: true, isFolded }
  const isUnder = (row: TreeRow) => row.parentId === own.id
  if (isFolded)
    return rows
      .filter((row) => row === own || !isDescendant(rows, row, own.id))
      .map((row) => (row === own ? head : row))
  const children = rows.filter(isUnder).length
  const siblings = open.paragraphs.length + children
  const added = open.paragraphs.flatMap((paragraph, index) => {
    const id = paragraphRowId(own.id, paragraph.id)
    const hasItems = paragraph.items.length > 0
    const isParagraphFolded = hasItems && folded.has(id)
    const first: TreeRow = {
      id,
      article: own.article,
      paragraph,
      parentId: own.id,
      level: own.level + 1,
      position: index + 1,
      siblings,
      hasItems,
      isFolded: isParagraphFolded,
    }
    const second = paragraph.items.map((item, itemIndex): TreeRow => ({
      id: paragraphRowId(own.id, item.id),
      article: own.article,
      paragraph: item,
      parentId: id,
      level: own.level + 2,
      position: itemIndex + 1,
      siblings: paragraph.items.length,
      hasItems: false,
      isFolded: false,
    }))
    return isParagraphFolded ? [first] : [first, ...second]
  })
  const after = rows
    .slice(at + 1)
    .map((row) => (isUnder(row) ? { ...row, position: row.position + open.paragraphs.length, siblings } : row))
  return [...rows.slice(0, at), head, ...added, ...after]
}

function isDescendant(rows: readonly TreeRow[], row: TreeRow, id: string): boolean {
  for (let parent = row.parentId; parent !== null;) {
    if (parent === id) return true
    const above = parent
    parent = rows.find((one) => one.id === above)?.parentId ?? null
  }
  return false
}
