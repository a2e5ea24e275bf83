/**
 * A photo as it is stored: square, cropped from the centre, at most 512 pixels a side. The file type is determined by
 * the first bytes; the name and the reported type may be wrong.
 */
import { photoLimits } from '@knowreel/shared/user/user.rules.ts'

const maxPhotoSide = 512
const jpegQuality = 0.88

/** Its message is shown to the user. */
export class PhotoError extends Error {
  override name = 'PhotoRefused'
}

/** Returns a data URL. Throws PhotoError. */
export async function resizePhoto(file: Blob): Promise<string> {
  const kind = await detectImageType(file)
  if (kind === null) throw new PhotoError(photoLimits.wrongFormat)
  if (file.size > photoLimits.maximumBytes) throw new PhotoError(photoLimits.tooLarge)
  const image = await createImageBitmap(file).catch(() => {
    throw new PhotoError(photoLimits.wrongFormat)
  })
  try {
    return cropToSquare(image, kind)
  } finally {
    image.close()
  }
}

async function detectImageType(file: Blob): Promise<'image/png' | 'image/jpeg' | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return begins(0xff, 0xd8, 0xff) ? 'image/jpeg' : null
}

function cropToSquare(image: ImageBitmap, kind: 'image/png' | 'image/jpeg'): string {
  const from = Math.min(image.width, image.height)
  const to = Math.min(from, maxPhotoSide)
  const canvas = document.createElement('canvas')
  canvas.width = to
  canvas.height = to
  const context = canvas.getContext('2d')
  if (!context) throw new PhotoError(photoLimits.wrongFormat)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, (image.width - from) / 2, (image.height - from) / 2, from, from, 0, 0, to, to)
  return canvas.toDataURL(kind, jpegQuality)
}
