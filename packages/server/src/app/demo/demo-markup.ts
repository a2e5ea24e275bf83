/**
 * The notes of the demo company are written in a small Markdown: `##` headings, paragraphs, `-` and `1.` lists, `- [ ]`
 * tasks, `|` tables, fenced code, `>` quotes, `> [!TIP]` callouts, `---` rules, and inline **bold**, *italic*, `code`,
 * ==marked==, ~~struck~~ and [links](address). It becomes HTML, which is parsed through the note schema like any other.
 */
import { namedCalloutKind } from '@knowreel/shared/note/callout-kinds.ts'

/** Returns the URL of a link; `address` is what the text contains. */
export type FindAddress = (address: string) => string

export const markupToHtml = (markup: string, findAddress: FindAddress): string =>
  blocksToHtml(markup.split('\n'), findAddress)

/** Parses blocks from the start of the given lines; returns how many lines it used. */
type BlockParser = (lines: readonly string[], find: FindAddress) => { html: string; lineCount: number } | null

function blocksToHtml(lines: readonly string[], find: FindAddress): string {
  let html = ''
  for (let at = 0; at < lines.length;) {
    if (lines[at]?.trim() === '') {
      at++
      continue
    }
    const rest = lines.slice(at)
    const block = blockParsers.reduce<ReturnType<BlockParser>>((found, read) => found ?? read(rest, find), null)
    if (block === null) throw new Error(`Cannot read: ${lines[at]}`)
    html += block.html
    at += block.lineCount
  }
  return html
}

const readCode: BlockParser = (lines) => {
  const fence = /^```([\w+#.-]*)$/.exec(lines[0] ?? '')
  if (fence === null) return null
  const end = lines.indexOf('```', 1)
  if (end < 0) throw new Error(`Code without an end: ${lines[1]}`)
  const language = fence[1] ? ` class="language-${fence[1]}"` : ''
  return { html: `<pre><code${language}>${escape(lines.slice(1, end).join('\n'))}</code></pre>`, lineCount: end + 1 }
}

const readHeading: BlockParser = (lines, find) => {
  const heading = /^(#{2,5}) (.+)$/.exec(lines[0] ?? '')
  if (heading === null) return null
  const tag = `h${heading[1]?.length}`
  return { html: `<${tag}>${inlineToHtml(heading[2] ?? '', find)}</${tag}>`, lineCount: 1 }
}

const readRule: BlockParser = (lines) => (lines[0] === '---' ? { html: '<hr>', lineCount: 1 } : null)

const readQuote: BlockParser = (lines, find) => {
  const lineCount = countWhile(lines, (line) => line.startsWith('>'))
  if (lineCount === 0) return null
  const inner = lines.slice(0, lineCount).map((line) => line.replace(/^> ?/, ''))
  const kind = namedCalloutKind(/^\[!(\w+)\]$/.exec(inner[0] ?? '')?.[1] ?? '')
  if (kind === null) return { html: `<blockquote>${blocksToHtml(inner, find)}</blockquote>`, lineCount }
  const text = blocksToHtml(inner.slice(1), find)
  return { html: `<div data-type="callout" data-kind="${kind}">${text}</div>`, lineCount }
}

const readTable: BlockParser = (lines, find) => {
  const lineCount = countWhile(lines, (line) => line.startsWith('|'))
  if (lineCount === 0) return null
  const [head = [], rule = [], ...rows] = lines.slice(0, lineCount).map(splitCells)
  const align = (column: number) => (rule[column]?.endsWith('-:') ? ' align="right"' : '')
  const row = (tag: string, cells: string[]) => {
    if (cells.length !== head.length) throw new Error(`A row with ${cells.length} cells: ${cells.join(' | ')}`)
    return `<tr>${cells.map((cell, column) => `<${tag}${align(column)}><p>${inlineToHtml(cell, find)}</p></${tag}>`).join('')}</tr>`
  }
  return {
    html: `<table><tbody>${row('th', head)}${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`,
    lineCount,
  }
}

const splitCells = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())

const itemPattern = /^(?:(-)|(\d+)\.) (?:\[([ x])\] )?(.*)$/

const readList: BlockParser = (lines, find) => {
  const first = itemPattern.exec(lines[0] ?? '')
  if (first === null) return null
  const isTask = first[3] !== undefined
  const items: string[] = []
  let at = 0
  while (at < lines.length) {
    const item = itemPattern.exec(lines[at] ?? '')
    if (item === null || item[1] !== first[1] || (item[3] !== undefined) !== isTask) break
    // Content of an item is indented by two columns, by three under a number.
    const inner = countWhile(lines.slice(at + 1), (line) => line.startsWith('  '))
    const body = lines.slice(at + 1, at + 1 + inner).map((line) => line.replace(/^ {2,3}/, ''))
    const attributes = isTask ? ` data-type="taskItem" data-checked="${item[3] === 'x'}"` : ''
    items.push(`<li${attributes}><p>${inlineToHtml(item[4] ?? '', find)}</p>${blocksToHtml(body, find)}</li>`)
    at += 1 + inner
  }
  if (isTask) return { html: `<ul data-type="taskList">${items.join('')}</ul>`, lineCount: at }
  if (first[1]) return { html: `<ul>${items.join('')}</ul>`, lineCount: at }
  return { html: `<ol start="${first[2]}">${items.join('')}</ol>`, lineCount: at }
}

const readParagraph: BlockParser = (lines, find) => {
  const isText = (line: string) => line !== '' && !/^(#{2,5} |```|>|\||---$)/.test(line) && !itemPattern.test(line)
  const lineCount = countWhile(lines, isText)
  if (lineCount === 0) return null
  return { html: `<p>${inlineToHtml(lines.slice(0, lineCount).join(' '), find)}</p>`, lineCount }
}

const blockParsers: readonly BlockParser[] = [
  readCode,
  readHeading,
  readRule,
  readQuote,
  readTable,
  readList,
  readParagraph,
]

function countWhile(lines: readonly string[], fits: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !fits(line))
  return end < 0 ? lines.length : end
}

const inlinePattern =
  /`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<address>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*(?!\*)|\*(?<em>[^*]+)\*|==(?<mark>.+?)==|~~(?<s>.+?)~~/g

function inlineToHtml(text: string, find: FindAddress): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    html += escape(text.slice(at, match.index)) + inlineMatchToHtml(match.groups ?? {}, find)
    at = match.index + match[0].length
  }
  return html + escape(text.slice(at))
}

function inlineMatchToHtml(groups: Record<string, string | undefined>, find: FindAddress): string {
  const { code, label, address } = groups
  if (code !== undefined) return `<code>${escape(code)}</code>`
  if (label !== undefined && address !== undefined) {
    const href = find(address)
    const target = href.startsWith('http') ? ' target="_blank"' : ''
    return `<a href="${escape(href)}"${target}>${inlineToHtml(label, find)}</a>`
  }
  const tag = ['strong', 'em', 'mark', 's'].find((name) => groups[name] !== undefined) ?? 'em'
  return `<${tag}>${inlineToHtml(groups[tag] ?? '', find)}</${tag}>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
