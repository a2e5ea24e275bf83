// Normalises tables from spreadsheets and documents: bold from a class, alignment from a style, headings by appearance
// only.
import { renameElement, styleOf, unwrap, textOf } from './dom.ts'

const isBoldStyle = (style: string): boolean => /font-weight:\s*(?:bold|[6-9]00)/i.test(style)

/** Excel defines bold in a style sheet; call this before the style sheet is removed. */
export function inlineSheetBold(root: Element): void {
  const styles = [...root.ownerDocument.querySelectorAll('style'), ...root.querySelectorAll('style')]
  const sheets = styles.map((style) => style.textContent ?? '').join('\n')
  for (const [, name = '', rules = ''] of sheets.matchAll(/\.(xl\d+)\s*\{([^}]*)\}/g)) {
    if (!isBoldStyle(rules)) continue
    for (const cell of root.querySelectorAll(`td.${name}`))
      cell.setAttribute('style', `${styleOf(cell)};font-weight:700`)
  }
}

export function normaliseTables(root: Element): void {
  unwrapSingleCell(root)
  for (const cell of root.querySelectorAll('td, th')) {
    const alignment = /(?:^|[;\s])text-align:\s*(center|right)/i.exec(styleOf(cell))?.[1]
    if (alignment !== undefined && !cell.hasAttribute('align')) cell.setAttribute('align', alignment.toLowerCase())
  }
  for (const table of root.querySelectorAll('table')) convertHeaderRow(table)
}

/** A single spreadsheet cell becomes its text. */
function unwrapSingleCell(root: Element): void {
  const [table, ...tables] = root.querySelectorAll('table')
  const [cell, ...cells] = table?.querySelectorAll('td, th') ?? []
  if (!table || !cell || tables.length > 0 || cells.length > 0 || textOf(root) !== textOf(cell)) return
  table.replaceWith(...cell.childNodes)
}

/** If only the first row is entirely bold, it is the header row. */
function convertHeaderRow(table: Element): void {
  if (table.querySelector('th, table')) return
  const [first, ...others] = [...table.querySelectorAll('tr')].map((row) => [...row.children])
  if (!first || others.length === 0 || !isBoldRow(first) || others.some(isBoldRow)) return
  for (const cell of first) {
    for (const bold of cell.querySelectorAll('b, strong')) unwrap(bold)
    for (const styled of cell.querySelectorAll('[style]')) removeFontWeight(styled)
    renameElement(cell, 'th', ['colspan', 'rowspan', 'align'])
  }
}

function isBoldRow(cells: readonly Element[]): boolean {
  const filled = cells.filter((cell) => textOf(cell) !== '')
  return filled.length > 0 && filled.every(isBoldCell)
}

function isBoldCell(cell: Element): boolean {
  if (isBoldStyle(styleOf(cell))) return true
  const bold = [...cell.querySelectorAll('b, strong, [style]')].filter(
    (element) => /^(?:b|strong)$/.test(element.localName) || isBoldStyle(styleOf(element)),
  )
  return bold.some((element) => textOf(element) === textOf(cell))
}

const removeFontWeight = (element: Element): void =>
  element.setAttribute('style', styleOf(element).replaceAll(/font-weight:[^;]*;?/gi, ''))
