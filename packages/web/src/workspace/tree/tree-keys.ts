/** Keyboard navigation in a tree, following the conventions of screen readers and file managers. */
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'
import { rowTitle, type TreeRow } from './tree-rows.ts'

export type TreeStep = { readonly focus: string } | { readonly fold: string; readonly isFolded: boolean }

/** The effect of a key on the row at `index`; null if it has none there. */
export function stepForKey(rows: readonly TreeRow[], index: number, key: string): TreeStep | null {
  const row = rows[index]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[index + 1])
    case 'ArrowUp':
      return focusOn(rows[index - 1])
    case 'Home':
      return focusOn(rows[0])
    case 'End':
      return focusOn(rows.at(-1))
    case 'ArrowRight':
      if (!row.hasItems) return null
      return row.isFolded ? { fold: row.id, isFolded: false } : focusOn(rows[index + 1])
    case 'ArrowLeft':
      if (row.hasItems && !row.isFolded) return { fold: row.id, isFolded: true }
      return focusOn(rows.find(({ id }) => id === row.parentId))
    default:
      return null
  }
}

const focusOn = (row: TreeRow | undefined): TreeStep | null => (row ? { focus: row.id } : null)

/**
 * The next row whose title starts with the typed text. One letter searches after the current row, so that pressing it
 * again advances; more letters start at the current row, so that it is kept while it matches.
 */
export function findByTyping(rows: readonly TreeRow[], index: number, typed: string): TreeRow | undefined {
  const wanted = normalizeForSearch(typed)
  if (wanted === '') return undefined
  const isRepeated = [...wanted].every((letter) => letter === wanted[0])
  const text = isRepeated ? (wanted[0] ?? '') : wanted
  const start = index + (isRepeated ? 1 : 0)
  const turned = [...rows.slice(start), ...rows.slice(0, start)]
  return turned.find((row) => normalizeForSearch(rowTitle(row)).startsWith(text))
}
