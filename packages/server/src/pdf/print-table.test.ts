import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { describe, expect, test } from 'vitest'
import { paragraph, row } from './every-node.fixture.ts'
import { printNote } from './print-note.ts'
import type { PrintedTable } from './printed.ts'

const cell = (words: string, attrs: Record<string, unknown> = {}, type = 'tableCell'): NoteNode => ({
  type,
  attrs,
  content: [paragraph(words)],
})
const tablesOf = (...rows: NoteNode[]): PrintedTable[] =>
  printNote(
    { type: 'doc', content: [{ type: 'table', content: rows }] },
    { publicAddress: 'https://wiki.example', pictures: new Map() },
  ).filter((block) => block.k === 'table')
const wordsOf = ({ cells }: PrintedTable, y: number): string[] =>
  cells
    .filter((one) => one.y === y)
    .toSorted((one, other) => one.x - other.x)
    .map(({ content }) => JSON.stringify(content).match(/"text":"([^"]*)"/)?.[1] ?? '')

describe('a table too wide for paper', () => {
  const many = (count: number, name: string, type?: string) =>
    row(...Array.from({ length: count }, (_, at) => cell(`${name}${at + 1}`, {}, type)))

  test('continues below, with its first column repeated and readable text', () => {
    const tables = tablesOf(many(40, 'h', 'tableHeader'), many(40, 'c'))
    expect(tables.map(({ caption }) => caption)).toEqual([
      'Columns 1 to 11 of 40',
      'Columns 12 to 21 of 40',
      'Columns 22 to 31 of 40',
      'Columns 32 to 40 of 40',
    ])
    for (const table of tables) {
      expect(table.columns.length).toBeLessThanOrEqual(12)
      expect(table.size).toBeGreaterThanOrEqual(7)
      expect(table.head).toBe(1)
      expect([wordsOf(table, 0)[0], wordsOf(table, 1)[0]]).toEqual(['h1', 'c1'])
    }
    const shown = tables.flatMap((table) => wordsOf(table, 1).slice(1))
    expect(shown).toEqual(Array.from({ length: 39 }, (_, at) => `c${at + 2}`))
  })

  test('shows a cell that crosses a split on both sides of it', () => {
    const spanned = row(cell('first'), cell('over', { colspan: 18 }), cell('last'))
    const tables = tablesOf(spanned, many(20, 'c'))
    expect(tables.length).toBe(2)
    expect(tables.map((table) => wordsOf(table, 0))).toEqual([
      ['first', 'over'],
      ['first', 'over', 'last'],
    ])
    for (const { cells, columns } of tables) {
      const widths = cells.filter(({ y }) => y === 0).reduce((sum, { colspan }) => sum + colspan, 0)
      expect(widths).toBe(columns.length)
    }
  })

  test('stays one table while it is readable', () => {
    expect(tablesOf(many(14, 'c')).map(({ caption }) => caption)).toEqual([''])
  })
})

test('an image in a cell is no wider than the cell', () => {
  const picture = { type: 'image', attrs: { src: '/files/x', width: 900 } }
  const [table] = tablesOf(row({ ...cell(''), content: [paragraph(picture)] }, cell('b'), cell('c')))
  const maxWidth = JSON.stringify(table).match(/"maxWidth":([\d.]+)/)?.[1]
  expect(Number(maxWidth)).toBeLessThan(470 / 3)
})

test('a table in Arabic begins at the right, and so do its numbers', () => {
  const [table] = tablesOf(row(cell('الاسم'), cell('القيمة')), row(cell('واحد'), cell('1')))
  expect(table?.dir).toBe('rtl')
  expect(JSON.stringify(table?.cells.at(-1))).toContain('"dir":"rtl"')
})
