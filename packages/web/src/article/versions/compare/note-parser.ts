import * as texts from '../texts.ts'
import type { NoteBlock } from './text-diff.ts'
import type { NoteFile, NoteParser } from './compare-versions.ts'

const blockTags = 'p, h1, h2, h3, h4, h5, h6, pre, hr, tr, nav, [data-type=embed], [data-unknown]'
/** Blocks inside a table row are read as part of the row. */
const topLevelBlocks = (body: HTMLElement) => [...body.querySelectorAll(blockTags)].filter((one) => !isInTableRow(one))
const isInTableRow = (block: Element): boolean => block.parentElement?.closest('tr') != null

const parseHtml = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** The blocks of a note's HTML in reading order; a table row is one block. */
function parseBlocks(html: string): NoteBlock[] {
  if (html === '') return []
  const body = parseHtml(html)
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
  return topLevelBlocks(body)
    .map((block) => ({ text: blockText(block), shape: blockShape(block), appearance: blockAppearance(block) }))
    .filter(({ text }) => text.trim() !== '')
}

function blockText(block: Element): string {
  if (block.localName === 'hr') return '―'
  if (block.localName === 'nav') return texts.tableOfContents
  if (block.matches('[data-type=embed]')) return collapseSpaces(block.querySelector('a')?.textContent ?? '')
  if (block.localName === 'pre') return (block.textContent ?? '').trimEnd()
  if (block.localName === 'tr') return rowText([...block.children].map(cellText))
  return `${taskMark(block)}${collapseSpaces(block.textContent ?? '')}`
}

const collapseSpaces = (text: string): string => text.replaceAll(/[ \t]+/g, ' ').trim()

/** A row without words is no block. */
const rowText = (cells: readonly string[]): string => (cells.every((cell) => cell === '') ? '' : cells.join(' │ '))

function cellText(cell: Element): string {
  const lines = [...cell.querySelectorAll(blockTags)].map(
    (block) => `${taskMark(block)}${collapseSpaces(block.textContent ?? '')}`,
  )
  return (lines.length > 0 ? lines : [collapseSpaces(cell.textContent ?? '')]).filter((line) => line !== '').join(' ')
}

/** Precedes the first block of a task. */
function taskMark(block: Element): string {
  const task = block.closest('li[data-checked]')
  if (task === null || task.querySelector(blockTags) !== block) return ''
  return task.getAttribute('data-checked') === 'true' ? '☑ ' : '☐ '
}

function blockShape(block: Element): NoteBlock['shape'] {
  if (/^h\d$/.test(block.localName)) return 'heading'
  if (block.localName === 'pre') return 'code'
  if (block.localName === 'tr') return 'row'
  if (block.closest('li')) return block.closest('li')?.hasAttribute('data-checked') ? 'task' : 'item'
  return block.closest('blockquote') ? 'quote' : 'text'
}

/** Its own formatting and that of its containers. */
function blockAppearance(block: Element): string {
  let look = comparableHtml(block.outerHTML)
  for (let around = block.parentElement; around !== null && around.localName !== 'body'; around = around.parentElement)
    look += ` in ${around.localName} ${around.getAttribute('data-layout') ?? around.getAttribute('data-kind') ?? ''}`
  return look
}

/** Images and attachments, each under the name that people know. */
function parseFiles(html: string): NoteFile[] {
  const body = parseHtml(html)
  const images = [...body.querySelectorAll('img')].map((image) => ({
    path: image.getAttribute('data-src') ?? image.getAttribute('src') ?? '',
    name: image.getAttribute('alt') || image.getAttribute('title') || texts.picture,
  }))
  const attachments = [...body.querySelectorAll('[data-type="fileAttachment"]')].map((file) => ({
    path: file.getAttribute('data-url') ?? file.outerHTML,
    name: file.getAttribute('data-name') || file.textContent || texts.attachment,
  }))
  return [...images, ...attachments]
}

/** Block keys, and anchors made of them, are regenerated when HTML is parsed, and are invisible. */
const comparableHtml = (html: string): string => html.replaceAll(/ (?:data-key="|id="h-|href="#h-)[^"]*"/g, '')

export const noteParser: NoteParser = { parseBlocks, parseFiles, comparableHtml }
