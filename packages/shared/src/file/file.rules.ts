/** Pictures and attachments of notes: their limits, their words, and the bare paths under which notes name them. */

export const fileLimits = {
  /** Bytes; this many still pass. */
  imageBytes: 20_000_000,
  /** Bytes; this many still pass. */
  attachmentBytes: 50_000_000,
  /** Pixels of a picture, all frames of a moving one together. */
  imagePixels: 100_000_000,
  /** Of a moving picture: each takes its time, however small it is. */
  imageFrames: 5000,
  /** Pixels of one edge: no browser draws more. */
  imageEdge: 16_000,
  /** UTF-16 units of the name of an attachment. */
  nameLength: 200,
  /** UTF-16 units of an ending, without its dot. */
  extensionLength: 20,
  /** UTF-16 units of an address that a picture is fetched from. */
  urlLength: 2000,
  /** Paths in one request for addresses. */
  paths: 1000,
} as const

/** What a file chooser offers; what a file is, its content tells. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]

export const isImageType = (type: string): type is ImageType => imageTypes.some((known) => known === type)

/** Pixels. Smaller copies of a picture are made in these widths, never wider than the picture. */
export const thumbnailWidths = [480, 960, 1920] as const

/** What is said before anything is sent; the server says the same. */
export const fileTexts = {
  notAnImage: 'Only images are allowed',
  wrongUrl: 'Please enter the correct url',
  imageTooLarge: 'The maximum allowed image size is 20MB',
  attachmentTooLarge: 'The maximum allowed file size is 50MB',
} as const

const place = '[0-9a-f]{2}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const imagePath = new RegExp(`^/files/images/${place}\\.(?:jpg|png|webp|gif)$`)
const attachmentPath = new RegExp(`^/files/attachments/${place}\\.bin$`)

/** The only thing a note may hold as the source of a picture: never a signed address, never one of another host. */
export const isImagePath = (value: unknown): value is string => typeof value === 'string' && imagePath.test(value)

/** The only thing a note may hold as the address of an attachment. */
export const isAttachmentPath = (value: unknown): value is string =>
  typeof value === 'string' && attachmentPath.test(value)

/** What the dialog lets through; the server looks closer. */
export function isWebAddress(text: string): boolean {
  if (text.length > fileLimits.urlLength || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
