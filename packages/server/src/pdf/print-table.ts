/**
 * Assigns every cell of a table its position. Concurrent edits may leave rows of different lengths and overlapping
 * cells: each cell takes the first free column of its row, and a span ends at the next occupied cell.
 */
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { pixelsToPoints } from './print-picture.ts'
import type { Direction, PrintedBlock, PrintedCell, PrintedTable } from './printed.ts'

/** No readable table on paper has more columns; further ones are left out. */
const maxColumns = 128
const maxRows = 5000
/** More columns side by side would be unreadable: the table continues below, with its first column repeated. */
const maxColumnsBeside = 14
const maxColumnsInBand = 12

type PositionedCell = Omit<PrintedCell, 'content'> & { readonly node: NoteNode }

type TableContext = {
  /** In points. */
  readonly lineWidth: number
  readonly dir: Direction
}
export type CellContext = TableContext & { readonly letterWidth: number; readonly lineLetters: number }

/** Splits a table that would be too wide into tables below each other. */
export function printTable(
  table: NoteNode,
  { lineWidth, dir }: TableContext,
  printCell: (cell: NoteNode, room: CellContext) => PrintedBlock[],
): PrintedTable[] {
  const rows = (table.content ?? []).filter(({ type }) => type === 'tableRow').slice(0, maxRows)
  const { cells, columns } = positionCells(rows)
  const head = countHeadRows(cells, rows.length)
  return splitIntoBands(columns).map((band) => {
    const own = cellsOfBand(cells, band)
    const size = fontSize(band.length)
    const widths = columnWidths(own, band.length, lineWidth)
    const share = lineWidth / band.length
    const room = (cell: PositionedCell): CellContext => {
      const width = widths.slice(cell.x, cell.x + cell.colspan).reduce<number>((sum, one) => sum + (one ?? share), 0)
      const lineWidth = Math.max(8, width - 2 * cellInset(size))
      const letterWidth = size * 0.62
      return { lineWidth, letterWidth, lineLetters: Math.max(1, Math.floor(lineWidth / letterWidth)), dir }
    }
    return {
      k: 'table',
      dir,
      caption: band.length === columns ? '' : captionOf(band, columns),
      columns: widths,
      head,
      size,
      cells: own.map(({ node, ...cell }) => ({ ...cell, content: printCell(node, room({ node, ...cell })) })),
    }
  })
}

/** Column numbers start at one, and the first column is in every band. */
function captionOf(band: readonly number[], columns: number): string {
  const second = band[1] ?? 0
  return `Columns ${second === 1 ? 1 : second + 1} to ${(band.at(-1) ?? 0) + 1} of ${columns}`
}

/** Divides the columns evenly into bands; the first column is in every band. */
function splitIntoBands(columns: number): number[][] {
  const all = Array.from({ length: columns }, (_, at) => at)
  if (columns <= maxColumnsBeside) return [all]
  const rest = all.slice(1)
  const bands = Math.ceil(rest.length / (maxColumnsInBand - 1))
  const each = Math.ceil(rest.length / bands)
  return Array.from({ length: bands }, (_, at) => [0, ...rest.slice(at * each, (at + 1) * each)])
}

/** A cell that crosses the end of a band appears in both bands. */
function cellsOfBand(cells: readonly PositionedCell[], band: readonly number[]): PositionedCell[] {
  return cells.flatMap((cell) => {
    const inside = band.flatMap((column, at) => (column >= cell.x && column < cell.x + cell.colspan ? [at] : []))
    const [x] = inside
    return x === undefined ? [] : [{ ...cell, x, colspan: inside.length }]
  })
}

/** In points; the same formula as in the template. */
const cellInset = (size: number): number => Math.min(6, size * 0.6)

/** In points: tables with many columns use a smaller font. */
const fontSize = (columns: number): number => (columns <= 6 ? 9.5 : columns <= 9 ? 8.5 : 7)

function positionCells(rows: readonly NoteNode[]): { cells: PositionedCell[]; columns: number } {
  const occupied: boolean[][] = rows.map(() => [])
  const cells: PositionedCell[] = []
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const node of row.content ?? []) {
      while (occupied[y]?.[x]) x += 1
      if (x >= maxColumns) break
      const rowspan = Math.min(parseSpan(node.attrs?.['rowspan']), rows.length - y)
      let colspan = 1
      const wanted = Math.min(parseSpan(node.attrs?.['colspan']), maxColumns - x)
      while (colspan < wanted && !occupied[y]?.[x + colspan]) colspan += 1
      for (let down = 0; down < rowspan; down += 1) {
        for (let right = 0; right < colspan; right += 1) {
          const line = occupied[y + down]
          if (line) line[x + right] = true
        }
      }
      cells.push({
        x,
        y,
        colspan,
        rowspan,
        isHead: node.type === 'tableHeader',
        align: parseAlign(node.attrs?.['align']),
        node,
      })
      x += colspan
    }
  }
  return { cells, columns: Math.max(1, ...occupied.map((line) => line.length)) }
}

const parseSpan = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 1 && value <= 1000 ? value : 1

const parseAlign = (value: unknown): PrintedCell['align'] =>
  value === 'left' || value === 'center' || value === 'right' ? value : null

/** Header rows at the top that no cell connects to the rest; a table of header rows only has none. */
function countHeadRows(cells: readonly PositionedCell[], rows: number): number {
  let head = 0
  while (head < rows && cells.some(({ y }) => y === head) && cells.every((cell) => cell.y !== head || cell.isHead))
    head += 1
  if (head === rows || head > 3) return head > 3 ? 1 : 0
  return cells.some(({ y, rowspan }) => y < head && y + rowspan > head) ? 0 : head
}

/** Column widths as set in the editor, scaled down together if they are wider than the page. */
function columnWidths(cells: readonly PositionedCell[], columns: number, lineWidth: number): (number | null)[] {
  const widths: (number | null)[] = Array.from({ length: columns }, () => null)
  for (const { x, y, colspan, node } of cells) {
    if (y > 0) break
    const own: unknown = node.attrs?.['colwidth']
    if (!Array.isArray(own)) continue
    for (let at = 0; at < colspan; at += 1) widths[x + at] = parseWidth(own[at])
  }
  const free = widths.filter((width) => width === null).length
  const sum = widths.reduce<number>((total, width) => total + (width ?? 0), 0)
  const room = lineWidth - free * Math.min(50, lineWidth / columns)
  const scale = sum > room ? room / sum : 1
  return widths.map((width) => (width === null ? null : Math.round(width * scale * 100) / 100))
}

const parseWidth = (pixels: unknown): number | null =>
  typeof pixels === 'number' && pixels > 0 && pixels <= 10_000 ? pixelsToPoints(pixels) : null
