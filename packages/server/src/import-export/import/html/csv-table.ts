import { parseLimits } from '../import-limits.ts'

/** Rows of RFC 4180, with cells separated by commas, semicolons or tabs. */
export function csvToHtml(text: string, onCut: () => void): string {
  const rows = readRows(text, separatorOf(text), parseLimits.tableRows + 1)
  if (rows.length > parseLimits.tableRows) {
    onCut()
    rows.length = parseLimits.tableRows
  }
  const width = Math.min(100, Math.max(0, ...rows.map((row) => row.length)))
  if (width === 0) return ''
  const lines = rows.map((row, index) => {
    const tag = index === 0 ? 'th' : 'td'
    const cells = Array.from({ length: width }, (_, column) => `<${tag}><p>${escape(row[column] ?? '')}</p></${tag}>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

const escape = (text: string): string =>
  text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\n+/g, '<br>')

function separatorOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function readRows(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || cell.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else cell += sign
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow()
  return rows
}
