/**
 * A table with every cell at its place. What people type at once may leave rows of different lengths and cells that
 * would lie on each other: each cell takes the first free place of its row, and spans end where something stands.
 */
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { pointsOf } from './print-picture.ts'
import type { PrintedBlock, PrintedCell, PrintedTable } from './printed.ts'

/** Columns beyond it are no table that anyone reads on paper; their cells stand under each other in the last one. */
const mostColumns = 64
const mostRows = 5000

type Placed = Omit<PrintedCell, 'content'> & { readonly node: NoteNode }

export function printTable(
  table: NoteNode,
  lineWidth: number,
  printCell: (cell: NoteNode, lineLetters: number) => PrintedBlock[],
): PrintedTable {
  const rows = (table.content ?? []).filter(({ type }) => type === 'tableRow').slice(0, mostRows)
  const { cells, columns } = place(rows)
  const size = fontSize(columns)
  const widths = columnWidths(cells, columns, lineWidth)
  const share = lineWidth / Math.max(1, columns)
  const letters = (cell: Placed): number => {
    const width = widths.slice(cell.x, cell.x + cell.colspan).reduce<number>((sum, own) => sum + (own ?? share), 0)
    return Math.max(1, Math.floor((width - 12) / (size * 0.62)))
  }
  return {
    k: 'table',
    columns: widths,
    head: headRows(cells, rows.length),
    size,
    cells: cells.map(({ node, ...cell }) => ({ ...cell, content: printCell(node, letters({ node, ...cell })) })),
  }
}

/** Points: what has many columns is set smaller. */
const fontSize = (columns: number): number =>
  columns <= 6 ? 9.5 : columns <= 9 ? 8.5 : columns <= 14 ? 7 : columns <= 24 ? 5 : 3.5

function place(rows: readonly NoteNode[]): { cells: Placed[]; columns: number } {
  const taken: boolean[][] = rows.map(() => [])
  const cells: Placed[] = []
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const node of row.content ?? []) {
      while (taken[y]?.[x]) x += 1
      if (x >= mostColumns) break
      const rowspan = Math.min(span(node.attrs?.['rowspan']), rows.length - y)
      let colspan = 1
      const wanted = Math.min(span(node.attrs?.['colspan']), mostColumns - x)
      while (colspan < wanted && !taken[y]?.[x + colspan]) colspan += 1
      for (let down = 0; down < rowspan; down += 1) {
        for (let right = 0; right < colspan; right += 1) {
          const line = taken[y + down]
          if (line) line[x + right] = true
        }
      }
      cells.push({
        x,
        y,
        colspan,
        rowspan,
        isHead: node.type === 'tableHeader',
        align: alignOf(node.attrs?.['align']),
        node,
      })
      x += colspan
    }
  }
  return { cells, columns: Math.max(1, ...taken.map((line) => line.length)) }
}

const span = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1000 ? value : 1

const alignOf = (value: unknown): PrintedCell['align'] =>
  value === 'left' || value === 'center' || value === 'right' ? value : null

/** Rows of head cells at the top, none of which reaches into the rest; a table of nothing else has no head. */
function headRows(cells: readonly Placed[], rows: number): number {
  let head = 0
  while (head < rows && cells.some(({ y }) => y === head) && cells.every((cell) => cell.y !== head || cell.isHead))
    head += 1
  if (head === rows || head > 3) return head > 3 ? 1 : 0
  return cells.some(({ y, rowspan }) => y < head && y + rowspan > head) ? 0 : head
}

/** As dragged in the editor; all of them smaller where they are wider than the paper. */
function columnWidths(cells: readonly Placed[], columns: number, lineWidth: number): (number | null)[] {
  const widths: (number | null)[] = Array.from({ length: columns }, () => null)
  for (const { x, y, colspan, node } of cells) {
    if (y > 0) break
    const own: unknown = node.attrs?.['colwidth']
    if (!Array.isArray(own)) continue
    for (let at = 0; at < colspan; at += 1) widths[x + at] = widthOf(own[at])
  }
  const free = widths.filter((width) => width === null).length
  const sum = widths.reduce<number>((total, width) => total + (width ?? 0), 0)
  const room = lineWidth - free * Math.min(50, lineWidth / columns)
  const scale = sum > room ? room / sum : 1
  return widths.map((width) => (width === null ? null : Math.round(width * scale * 100) / 100))
}

const widthOf = (pixels: unknown): number | null =>
  typeof pixels === 'number' && pixels > 0 && pixels <= 10_000 ? pointsOf(pixels) : null
