/**
 * Images in pasted or dropped HTML. Our own keep their bare paths. Those of other pages are uploaded to our server
 * instead of linked, because otherwise every reader's browser would contact that host. A placeholder in the text marks
 * the position of each until the paste is inserted; the same transaction removes it.
 */
import { isImageType, isWebUrl } from '@knowreel/shared/file/file.rules.ts'
import { imageSource } from '@knowreel/shared/note/note-files.ts'
import type { Node, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { UploadSource } from './note-uploads.ts'

export type PastedImages = {
  /** In the order of their placeholders. */
  readonly sources: readonly UploadSource[]
  /** Number of images that cannot be uploaded: files of another device, unsupported types. */
  readonly skipped: number
}

const placeholder = (index: number): string => `\ue000${index}\ue001`
const placeholderPattern = /\ue000(\d{1,4})\ue001/g
/** Limits what one paste can fetch. */
const maxPastedImages = 50

/** Changes the tree in place. `origin` is the one of our own pages. */
export function extractImages(root: Element, origin: string): PastedImages {
  const sources: UploadSource[] = []
  let lost = 0
  // Removes placeholder characters that the pasted text itself contains.
  for (const text of textNodesIn(root)) text.nodeValue = (text.nodeValue ?? '').replaceAll(/[\ue000\ue001]/g, '')
  for (const image of root.querySelectorAll('img')) {
    const address = image.getAttribute('src')?.trim() ?? ''
    const own = imageSource(image.getAttribute('data-src')) ?? ownPath(address, origin)
    if (own !== null) {
      image.setAttribute('data-src', own)
      image.removeAttribute('src')
      continue
    }
    const source = imageUploadSource(image, address)
    if (source === 'nothing') image.remove()
    else if (source === null || sources.length >= maxPastedImages) {
      lost += 1
      image.remove()
    } else {
      image.replaceWith(root.ownerDocument.createTextNode(placeholder(sources.length)))
      sources.push(source)
    }
  }
  return { sources, skipped: lost }
}

function ownPath(address: string, origin: string): string | null {
  const base = `${origin}/`
  return imageSource(address.startsWith(base) ? address.slice(base.length - 1) : address)
}

/** `nothing` for images without content: tracking pixels and checkboxes of checklists. */
function imageUploadSource(image: HTMLImageElement, address: string): UploadSource | 'nothing' | null {
  const alt = image.getAttribute('alt')?.trim() ?? ''
  if (isTrackingPixel(image) || image.parentElement?.matches('li[role=checkbox]')) return 'nothing'
  if (/^data:/i.test(address)) {
    const file = dataUrlToFile(address)
    return file && { kind: 'image', file, alt }
  }
  return isWebUrl(address) ? { kind: 'image', url: address, alt } : null
}

const isTrackingPixel = (image: Element): boolean =>
  ['width', 'height'].some((name) => /^[01](?:px)?$/.test(image.getAttribute(name) ?? ''))

function dataUrlToFile(address: string): File | null {
  const [, type = '', content = ''] = /^data:([\w/+.-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? []
  if (!isImageType(type.toLowerCase())) return null
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    return new File([bytes], `picture.${type.split('/')[1] ?? 'png'}`, { type: type.toLowerCase() })
  } catch {
    return null
  }
}

function* textNodesIn(root: Element): Generator<Text> {
  const walker = root.ownerDocument.createTreeWalker(root, 4)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text
}

export const hasPlaceholders = (slice: Slice): boolean =>
  slice.content.textBetween(0, slice.content.size, ' ').search(placeholderPattern) !== -1

/** Removes the placeholders from the document; returns the positions of their images in order. */
export function removePlaceholders(transaction: Transaction): { index: number; position: number }[] {
  const found: { index: number; from: number; to: number }[] = []
  transaction.doc.descendants((node: Node, position) => {
    for (const match of (node.text ?? '').matchAll(placeholderPattern)) {
      const from = position + match.index
      found.push({ index: Number(match[1]), from, to: from + match[0].length })
    }
  })
  for (const { from, to } of found.toReversed()) transaction.delete(from, to)
  let removed = 0
  return found.map(({ index, from, to }) => {
    const position = from - removed
    removed += to - from
    return { index, position }
  })
}

/** The files of the clipboard or a drag; null if its text takes precedence. */
export function transferredFiles(data: DataTransfer | null): readonly File[] | null {
  const files = [...(data?.files ?? [])]
  if (!data || files.length === 0) return null
  // Office programs add an image of the text to the text; a copied image has nothing but itself.
  const html = data.getData('text/html')
  if (html !== '' && html.replaceAll(/<style[^]*?<\/style>|<!--[^]*?-->|<[^>]*>|&nbsp;|\s/gi, '') !== '') return null
  return files
}

/** Image types that can be displayed become images, everything else attachments. */
export const toUploadSources = (files: readonly File[]): UploadSource[] =>
  files.map((file) => (isImageType(file.type) ? { kind: 'image', file } : { kind: 'attachment', file }))
