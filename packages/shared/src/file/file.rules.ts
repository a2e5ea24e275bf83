/** Pictures and attachments of notes: limits, messages, and the bare paths in notes. */

export const fileLimits = {
  /** Bytes, inclusive. */
  imageBytes: 20_000_000,
  /** Bytes, inclusive. */
  attachmentBytes: 50_000_000,
  /** Pixels of a picture, summed over all frames. */
  imagePixels: 100_000_000,
  /** Frames of an animation: each takes time, however small. */
  imageFrames: 5000,
  /** Pixels of one edge: no browser draws more. */
  imageEdge: 16_000,
  /** UTF-16 units of an attachment's name. */
  nameLength: 200,
  /** UTF-16 units of an extension, without the dot. */
  extensionLength: 20,
  /** UTF-16 units of the URL that a picture is fetched from. */
  urlLength: 2000,
  /** Paths per request for URLs. */
  paths: 1000,
} as const

/** Types offered by the file chooser; the content decides the actual type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]

export const isImageType = (type: string): type is ImageType => imageTypes.some((known) => known === type)

/** Pixels. Smaller copies of a picture have these widths, never wider than the picture. */
export const thumbnailWidths = [480, 960, 1920] as const

/** Refusals in the browser, before anything is sent. The texts equal those of the server's error codes. */
export const fileMessages = {
  notAnImage: 'Only images are allowed',
  wrongUrl: 'Please enter the correct url',
  imageTooLarge: 'The maximum allowed image size is 20MB',
  attachmentTooLarge: 'The maximum allowed file size is 50MB',
} as const

const fileIdPattern = '[0-9a-f]{2}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const imagePathPattern = new RegExp(`^/files/images/${fileIdPattern}\\.(?:jpg|png|webp|gif)$`)
const attachmentPathPattern = new RegExp(`^/files/attachments/${fileIdPattern}\\.bin$`)

/** The only values that a note may contain as a picture's source: never a signed URL, never another host. */
export const isImagePath = (value: unknown): value is string =>
  typeof value === 'string' && imagePathPattern.test(value)

/** The only values that a note may contain as an attachment's address. */
export const isAttachmentPath = (value: unknown): value is string =>
  typeof value === 'string' && attachmentPathPattern.test(value)

/** The dialog's check; the server checks more. */
export function isWebUrl(text: string): boolean {
  if (text.length > fileLimits.urlLength || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
