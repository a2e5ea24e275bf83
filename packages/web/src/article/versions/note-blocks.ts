import type { NoteFile, NoteReading } from './compare-versions.ts'

const blockTags = 'p, h1, h2, h3, h4, h5, h6, pre, hr'

const read = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** The text of each block of a note's HTML, in the order of reading. */
function blocksOf(html: string): string[] {
  if (html === '') return []
  const body = read(html)
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
  return [...body.querySelectorAll(blockTags)].map((block) => textOf(block)).filter((text) => text.trim() !== '')
}

function textOf(block: Element): string {
  if (block.localName === 'hr') return '―'
  return (block.textContent ?? '').replaceAll(/[ \t]+/g, ' ').trim()
}

/** Pictures and attachments, each under the words by which people know it. */
function filesOf(html: string): NoteFile[] {
  const body = read(html)
  const images = [...body.querySelectorAll('img')].map((image) => ({
    path: image.getAttribute('data-src') ?? image.getAttribute('src') ?? '',
    name: image.getAttribute('alt') || image.getAttribute('title') || 'Picture',
  }))
  const attachments = [...body.querySelectorAll('[data-type="fileAttachment"]')].map((file) => ({
    path: file.getAttribute('data-url') ?? file.outerHTML,
    name: file.getAttribute('data-name') || file.textContent || 'Attachment',
  }))
  return [...images, ...attachments]
}

/** Keys of blocks are made anew when HTML is read; nobody sees them. */
const lookOf = (html: string): string => html.replaceAll(/ data-key="[^"]*"/g, '')

export const noteReading: NoteReading = { blocksOf, filesOf, lookOf }
