/**
 * Resolves links, images and attachments of an imported page: a link to another imported page leads to its article,
 * files of the archive are stored here, and everything else stays a link. Nothing is fetched.
 */
import type { AddNote } from '../../report.ts'
import { childrenOf, closestIn, createElement, replaceWith } from '../html/dom.ts'
import { extensionOfUrl } from './link-target.ts'
import type { StoredAttachmentCard } from './store-files.ts'

type Refused = { readonly kind: 'refused'; readonly name: string }
type Missing = { readonly kind: 'missing' }
export type PictureTarget = { readonly kind: 'stored'; readonly url: string } | Refused | Missing
export type LinkTarget =
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'attachment'; readonly card: StoredAttachmentCard }
  | { readonly kind: 'outside' }
  | Refused
  | Missing

/** Knowledge of the whole import. */
export type LinkResolver = {
  /** Stores a picture that is written into the page; returns its URL, or null if it is refused. */
  storePicture(name: string, content: Uint8Array): Promise<string | null>
  findPicture(href: string): Promise<PictureTarget>
  /** `name`: for an attachment. */
  findLink(href: string, name: string): Promise<LinkTarget>
}

type LinkContext = {
  readonly resolver: LinkResolver
  readonly addNote: AddNote
  /** The path of the page. */
  readonly path: string
}

export async function resolveLinks(root: Element, context: LinkContext): Promise<void> {
  for (const picture of root.querySelectorAll('img')) await resolvePicture(picture, context)
  for (const card of root.querySelectorAll('div[data-type=fileAttachment]')) {
    const link = card.querySelector('a[href]')
    if (link !== null) replaceWith(card, [wrapInParagraph(root, link)])
    else card.remove()
  }
  for (const link of root.querySelectorAll('a')) await resolveLink(link, context)
}

const wrapInParagraph = (near: Element, link: Element): Element => {
  const line = createElement(near, 'p')
  line.appendChild(link)
  return line
}

async function resolvePicture(picture: Element, { resolver, addNote, path }: LinkContext): Promise<void> {
  const source = (picture.getAttribute('src') ?? '').trim()
  const alt = (picture.getAttribute('alt') ?? '').trim()
  const asText = () => replaceWith(picture, alt === '' ? [] : [picture.ownerDocument.createTextNode(alt)])
  if (/^data:/i.test(source)) {
    const bytes = decodeDataUrl(source)
    const url = bytes === null ? null : await resolver.storePicture(alt || 'Picture', bytes)
    if (url === null) addNote('image_refused', path, alt)
    return url === null ? asText() : setSource(picture, url)
  }
  const isRemote = /^(?:https?:)?\/\//i.test(source)
  const target = isRemote ? null : await resolver.findPicture(source)
  if (target?.kind === 'stored') return setSource(picture, target.url)
  if (target !== null) {
    if (target.kind === 'refused') addNote('image_refused', path, target.name)
    else addNote('image_missing', path, source.slice(0, 200))
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

async function resolveLink(link: Element, { resolver, addNote, path }: LinkContext): Promise<void> {
  const href = (link.getAttribute('href') ?? '').trim()
  if (href === '' || href.startsWith('#')) return href === '' ? replaceWith(link, childrenOf(link)) : undefined
  const target = await resolver.findLink(href, link.textContent?.trim() ?? '')
  switch (target.kind) {
    case 'page':
      link.setAttribute('href', target.address)
      link.setAttribute('target', '_self')
      return
    case 'outside':
      return link.setAttribute('target', '_blank')
    case 'attachment':
      return insertCard(link, target.card)
    case 'refused':
      addNote('file_refused', path, target.name)
      return replaceWith(link, childrenOf(link))
    case 'missing': {
      const extension = extensionOfUrl(href)
      const isPage = extension === '' || /^(?:md|html?|csv)$/.test(extension)
      addNote(isPage ? 'link_dead' : 'file_missing', path, href.slice(0, 200))
      return replaceWith(link, childrenOf(link))
    }
  }
}

/** A card after the block that contained the link; it replaces a line without other content. */
function insertCard(link: Element, kept: StoredAttachmentCard): void {
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
