/**
 * The Markdown that models write, as HTML for the note schema: headings, lists, quotes, code, rules, emphasis, links,
 * alerts, toggles, tables of contents and embedded pages.
 * Reads each line once; a full Markdown parser needs a thread of its own, because some texts take it minutes.
 */
import { embedHtml, embedOfParagraph } from '@knowreel/shared/import-export/markdown-embed.ts'
import { namedCalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { escapeHtml } from '../platform/http/escape-html.ts'

export function markdownToHtml(markdown: string): string {
  const html: string[] = []
  let open: { tag: string; lines: string[] } | null = null
  let code: string[] | null = null
  const close = () => {
    if (open !== null) html.push(closeBlock(open))
    open = null
  }
  const add = (tag: string, line: string) => {
    if (open?.tag !== tag) close()
    open ??= { tag, lines: [] }
    open.lines.push(line)
  }
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (code !== null) {
      if (/^\s*```/.test(line)) {
        html.push(codeBlock(code))
        code = null
      } else code.push(line)
      continue
    }
    const heading = /^(#{1,6}) (.*)$/.exec(line)
    const item = /^ {0,8}(?:([-*+])|\d{1,9}[.)]) (.*)$/.exec(line)
    if (/^\s*```/.test(line)) {
      close()
      code = []
    } else if (line.trim() === '') close()
    else if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line)) {
      close()
      html.push('<hr>')
    } else if (boxTag.test(line.trim())) {
      close()
      html.push(boxHtml(line.trim()))
    } else if (heading !== null) {
      close()
      const level = Math.min(heading[1]?.length ?? 1, 3)
      html.push(`<h${level}>${inline(heading[2] ?? '')}</h${level}>`)
    } else if (item !== null) add(item[1] === undefined ? 'ol' : 'ul', item[2] ?? '')
    else if (line.startsWith('>')) add('blockquote', line.replace(/^> ?/, ''))
    else add('p', line)
  }
  if (code !== null) html.push(codeBlock(code))
  close()
  return html.join('')
}

/** Each of them alone on its line. */
const boxTag = /^(?:<\/?details>|<summary>.{0,1000}<\/summary>|\[TOC\])$/

const boxHtml = (line: string): string =>
  line === '[TOC]'
    ? '<nav data-type="tableOfContents"></nav>'
    : line.replace(/(?<=^<summary>).*(?=<\/summary>$)/, (words) => inline(words))

const codeBlock = (lines: readonly string[]) => `<pre><code>${escapeHtml(lines.join('\n'))}</code></pre>`

function closeBlock({ tag, lines }: { tag: string; lines: readonly string[] }): string {
  if (tag === 'ul' || tag === 'ol')
    return `<${tag}>${lines.map((line) => `<li><p>${inline(line)}</p></li>`).join('')}</${tag}>`
  const found = tag === 'p' && lines.length === 1 ? embedOfParagraph(lines[0] ?? '') : null
  if (found !== null) return embedHtml(found)
  const kind = tag === 'blockquote' ? namedCalloutKind(/^\[!(\w+)\]\s*$/.exec(lines[0] ?? '')?.[1] ?? '') : null
  const text = (kind === null ? lines : lines.slice(1)).map(inline).join('<br>')
  if (kind !== null) return `<div data-type="callout" data-kind="${kind}"><p>${text}</p></div>`
  return tag === 'blockquote' ? `<blockquote><p>${text}</p></blockquote>` : `<p>${text}</p>`
}

/** Bounded repetitions: none of these patterns searches a line more than a constant number of times. */
const inlinePattern =
  /`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|(?<![\w*])[*_]([^*_\s][^*_]{0,498})[*_](?![\w*])|\[([^[\]]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)/g

function inline(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, code, strong, emphasis, label, address] = match
    html += escapeHtml(text.slice(end, match.index))
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`
    else if (strong !== undefined) html += `<strong>${escapeHtml(strong)}</strong>`
    else if (emphasis !== undefined) html += `<em>${escapeHtml(emphasis)}</em>`
    else html += `<a href="${escapeHtml(address ?? '')}">${escapeHtml(label ?? '')}</a>`
    end = match.index + whole.length
  }
  return html + escapeHtml(text.slice(end))
}
