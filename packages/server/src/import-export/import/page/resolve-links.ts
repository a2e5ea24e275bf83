/**
 * Resolves links, images and attachments of an imported page: a link to another imported page leads to its article,
 * files of the archive are stored here, and everything else stays a link. Nothing is fetched.
 */
import { extensionOfUrl } from './link-target.ts'
import type { AddNote } from '../../report.ts'
import { childrenOf, closestIn, createElement, replaceWith } from '../html/dom.ts'
import type { ImportEntry, ImportFiles } from '../archive/import-entry.ts'
import type { FileStore } from './store-files.ts'
import type { LinkTargets } from './link-target.ts'
import { baseName, resolvePath } from '../archive/safe-path.ts'

export type LinkContext = {
  readonly files: ImportFiles
  readonly targets: LinkTargets
  readonly fileStore: FileStore
  readonly addNote: AddNote
  /** The path of the page. */
  readonly path: string
  /** Paths that any page named. */
  readonly used: Set<string>
}

export async function resolveLinks(root: Element, placing: LinkContext): Promise<void> {
  for (const picture of root.querySelectorAll('img')) await resolvePicture(picture, placing)
  for (const card of root.querySelectorAll('div[data-type=fileAttachment]')) {
    const link = card.querySelector('a[href]')
    if (link !== null) replaceWith(card, [wrapInParagraph(root, link)])
    else card.remove()
  }
  for (const link of root.querySelectorAll('a')) await resolveLink(link, placing)
}

const wrapInParagraph = (near: Element, link: Element): Element => {
  const line = createElement(near, 'p')
  line.appendChild(link)
  return line
}

async function resolvePicture(picture: Element, placing: LinkContext): Promise<void> {
  const { addNote, path, fileStore } = placing
  const source = (picture.getAttribute('src') ?? '').trim()
  const alt = (picture.getAttribute('alt') ?? '').trim()
  const asText = () => replaceWith(picture, alt === '' ? [] : [picture.ownerDocument.createTextNode(alt)])
  if (/^data:/i.test(source)) {
    const bytes = decodeDataUrl(source)
    const kept = bytes === null ? null : await fileStore.picture(alt || 'Picture', [bytes])
    if (kept === null) addNote('image_refused', path, alt)
    return kept === null ? asText() : setSource(picture, kept.url)
  }
  const entry = findEntry(source, placing)
  if (entry !== null) {
    const kept = await fileStore.pictureOf(entry)
    if (kept !== null) return setSource(picture, kept.url)
    addNote('image_refused', path, baseName(entry.path))
    return asText()
  }
  if (!/^(?:https?:)?\/\//i.test(source)) {
    addNote('image_missing', path, source.slice(0, 200))
    return asText()
  }
  addNote('remote_image', path, source.slice(0, 200))
  const address = source.startsWith('//') ? `https:${source}` : source
  // Inside a link, its alternative text is enough.
  if (closestIn(picture, 'a') !== null)
    return replaceWith(picture, [picture.ownerDocument.createTextNode(alt || address)])
  const link = createElement(picture, 'a', alt || address)
  link.setAttribute('href', address)
  link.setAttribute('target', '_blank')
  replaceWith(picture, [link])
}

function setSource(picture: Element, url: string): void {
  picture.setAttribute('src', url)
  for (const name of ['width', 'height'])
    if (!/^\d+(?:px)?$/.test(picture.getAttribute(name) ?? '')) picture.removeAttribute(name)
}

const maxDataCharacters = 4_000_000

function decodeDataUrl(source: string): Buffer | null {
  const [, kind = '', body = ''] = /^data:([^,]{0,100}),([^]*)$/i.exec(source) ?? []
  if (body === '' || body.length > maxDataCharacters || !/;base64$/i.test(kind)) return null
  return Buffer.from(body, 'base64')
}

async function resolveLink(link: Element, placing: LinkContext): Promise<void> {
  const { targets, addNote, path } = placing
  const href = (link.getAttribute('href') ?? '').trim()
  if (href === '' || href.startsWith('#')) return href === '' ? replaceWith(link, childrenOf(link)) : undefined
  const outside = targets.ofAddress(href)
  if (outside !== null) return setPageLink(link, outside)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) {
    link.setAttribute('target', '_blank')
    return
  }
  const target = findPath(href, placing)
  const page = target === null ? null : targets.ofPath(target)
  if (page !== null) return setPageLink(link, page)
  const entry = target === null ? null : placing.files.get(target)
  if (entry === null || entry === undefined) {
    addNote(
      extensionOfUrl(href) === '' || /^(?:md|html?|csv)$/.test(extensionOfUrl(href)) ? 'link_dead' : 'file_missing',
      path,
      href.slice(0, 200),
    )
    return replaceWith(link, childrenOf(link))
  }
  placing.used.add(entry.path)
  await resolveAttachment(link, entry, placing)
}

const setPageLink = (link: Element, address: string): void => {
  link.setAttribute('href', address)
  link.setAttribute('target', '_self')
}

/** A card after the block that contained the link; it replaces a line without other content. */
async function resolveAttachment(
  link: Element,
  entry: ImportEntry,
  { fileStore, addNote, path }: LinkContext,
): Promise<void> {
  const name = link.textContent?.trim() || baseName(entry.path)
  const kept = await fileStore.attachment(entry, hasExtension(name) ? name : baseName(entry.path))
  if (kept === null) {
    addNote('file_refused', path, baseName(entry.path))
    return replaceWith(link, childrenOf(link))
  }
  const card = createElement(link, 'div')
  card.setAttribute('data-type', 'fileAttachment')
  for (const [field, value] of Object.entries(kept))
    if (value !== null) card.setAttribute(`data-${field}`, String(value))
  const block = closestIn(link, 'p') ?? closestIn(link, 'li') ?? closestIn(link, 'td')
  const isAlone =
    block?.localName === 'p' &&
    block.textContent?.trim() === link.textContent?.trim() &&
    block.querySelector('img') === null
  if (block === null) replaceWith(link, [card])
  else if (isAlone) replaceWith(block, [card])
  else {
    replaceWith(link, childrenOf(link))
    if (block.localName === 'p') block.after(card)
    else block.appendChild(card)
  }
}

const hasExtension = (name: string): boolean => /\.[\p{L}\p{N}]{1,12}$/u.test(name)

/** Relative to the page, or to the root of the archive, as some programs write it. */
function findPath(href: string, { files, path }: LinkContext): string | null {
  const folders = path.split('/')
  const wanted = [
    resolvePath(path, href),
    ...folders.map((_, depth) => resolvePath([...folders.slice(0, depth), ''].join('/'), href)),
  ]
  return (
    wanted.find(
      (found) => found !== null && (files.has(found) || files.has(`${found}.md`) || files.has(`${found}.html`)),
    ) ?? null
  )
}

function findEntry(href: string, placing: LinkContext): ImportEntry | null {
  const path = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href) ? null : findPath(href, placing)
  if (path === null) return null
  placing.used.add(path)
  return placing.files.get(path) ?? null
}
