/**
 * Attributes of pictures and attachments in a note. A note references a file by its bare path; every other source
 * (another host, `data:`, `blob:`, a signed URL) is rejected, so that no note makes a reader's browser contact another
 * host, and no reader's URL is stored for everyone.
 */
import { fileLimits, isAttachmentPath, isImagePath } from '../file/file.rules.ts'

/** A picture or an attachment, which is readable only in the article it was inserted into. */
export const isFileNode = ({ type }: { readonly type: string }): boolean =>
  type === 'image' || type === 'fileAttachment'

export const imageDisplays = ['inline', 'break', 'float-left', 'float-right'] as const
export type ImageDisplay = (typeof imageDisplays)[number]

/** In pixels. */
export const imageWidths = { initial: 200, min: 20, max: 10_000 } as const

/** UTF-16 units of a picture's alternative text. */
export const MAX_IMAGE_TEXT = 500

export type NoteImage = {
  /** Bare path; null if the source is not a picture of ours. */
  readonly src: string | null
  /** Empty if nobody entered it. */
  readonly alt: string
  readonly title: string | null
  /** In pixels. */
  readonly width: number | null
  readonly height: number | null
  readonly display: ImageDisplay
}

export type NoteAttachment = {
  readonly id: string | null
  /** Bare path; null if the address is not a file of ours. */
  readonly url: string | null
  readonly name: string
  /** Lower case, without the dot. */
  readonly ext: string | null
  /** In bytes. */
  readonly size: number | null
  /** Time of the upload, ISO 8601 UTC. */
  readonly time: string | null
}

type Attributes = Readonly<Record<string, unknown>>

export function noteImage(attrs: Attributes = {}): NoteImage {
  return {
    src: imageSource(attrs['src']),
    alt: oneLine(attrs['alt'], MAX_IMAGE_TEXT) ?? '',
    title: oneLine(attrs['title'], MAX_IMAGE_TEXT),
    width: parseImageLength(attrs['width']),
    height: parseImageLength(attrs['height']),
    display: imageDisplay(attrs['display']),
  }
}

export function noteAttachment(attrs: Attributes = {}): NoteAttachment {
  const { id, url, size, time, ext } = attrs
  return {
    id: typeof id === 'string' && idPattern.test(id) ? id : null,
    url: isAttachmentPath(url) ? url : null,
    name: attachmentLabel(attrs['name']),
    ext: typeof ext === 'string' && extensionPattern.test(ext) ? ext : null,
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null,
    time: typeof time === 'string' && timePattern.test(time) && !Number.isNaN(Date.parse(time)) ? time : null,
  }
}

/** Accepts a bare path; reduces a signed URL to its path. */
export function imageSource(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const path = value.split('?', 1)[0]
  return isImagePath(path) ? path : null
}

export const imageDisplay = (value: unknown): ImageDisplay => imageDisplays.find((known) => known === value) ?? 'inline'

/** Whole pixels, also from text; null for anything that is no positive length or is larger than any page. */
export function parseImageLength(value: unknown): number | null {
  const length = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof length !== 'number' || !Number.isFinite(length)) return null
  const pixels = Math.trunc(length)
  return pixels > 0 && pixels <= imageWidths.max ? pixels : null
}

/** The size at a given width with the picture's proportions. */
export function imageSize(width: number, natural: { readonly width: number; readonly height: number }) {
  const ratio = natural.width > 0 && natural.height > 0 ? natural.height / natural.width : null
  return { width, height: ratio === null ? null : Math.max(1, Math.round(width * ratio)) }
}

/** The initial size of a new picture, never larger than the original. */
export const initialImageSize = (natural: { readonly width: number; readonly height: number }) =>
  imageSize(Math.min(imageWidths.initial, natural.width || imageWidths.initial), natural)

const fileKinds = {
  pdf: ['pdf'],
  text: ['txt', 'md', 'rtf', 'doc', 'docx', 'odt', 'pages'],
  sheet: ['csv', 'tsv', 'xls', 'xlsx', 'ods', 'numbers'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  archive: ['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'xz', 'bz2'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg', 'avif', 'heic', 'tif', 'tiff', 'bmp', 'psd'],
  audio: ['mp3', 'm4a', 'wav', 'ogg', 'flac', 'aac'],
  video: ['mp4', 'mov', 'webm', 'mkv', 'avi'],
  code: ['js', 'ts', 'tsx', 'jsx', 'json', 'html', 'css', 'xml', 'yaml', 'yml', 'py', 'java', 'go', 'rs', 'sql', 'sh'],
} as const
export type FileKind = keyof typeof fileKinds | 'other'

/** The label on an attachment's card. */
export function fileKind(ext: string | null): FileKind {
  const found = Object.entries(fileKinds).find(([, endings]) => (endings as readonly string[]).includes(ext ?? ''))
  return found ? (found[0] as FileKind) : 'other'
}

/** '820 B', '12 kB', '1.2 MB': a MB is 1,000,000 bytes. */
export function fileSizeLabel(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes.toFixed(megabytes < 9.95 ? 1 : 0)} MB`
}

/** The frame reserves the space of the picture before it loads. */
export function imageFrameAttributes({ display, width, height }: NoteImage) {
  const ratio = height === null ? '' : `;aspect-ratio:${width}/${height}`
  return { 'data-type': 'image', 'data-display': display, style: width === null ? null : `width:${width}px${ratio}` }
}

export const imageAttributes = ({ src, alt, title, width, height, display }: NoteImage) => ({
  'data-src': src,
  alt,
  title,
  width,
  height,
  'data-display': display,
})

export const attachmentAttributes = ({ id, url, name, ext, size, time }: NoteAttachment) => ({
  'data-type': 'fileAttachment',
  'data-kind': fileKind(ext),
  'data-id': id,
  'data-url': url,
  'data-name': name,
  'data-ext': ext,
  'data-size': size,
  'data-time': time,
})

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const extensionPattern = new RegExp(`^[\\p{L}\\p{N}]{1,${fileLimits.extensionLength}}$`, 'u')
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/

/** Characters that change the text direction can disguise a file's type. */
const directionCharacters = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function oneLine(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const line = value.replaceAll(/\s+/gu, ' ').trim().slice(0, most).toWellFormed().trim()
  return line === '' ? null : line
}

const attachmentLabel = (value: unknown): string =>
  oneLine(
    typeof value === 'string' ? value.replaceAll(/\s+/gu, ' ').replaceAll(directionCharacters, '') : null,
    fileLimits.nameLength,
  ) ?? 'File'
