/**
 * A photo as it is stored: square, cropped from the centre, at most 512 pixels a side. The file type is determined by
 * the first bytes; the name and the reported type may be wrong.
 */
import { photoLimits } from '@knowreel/shared/user/user.rules.ts'

const side = 512
const quality = 0.88

/** Its message is shown to the user. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused'
}

/** Returns a data URL. Throws PhotoRefused. */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const kind = await kindOf(file)
  if (kind === null) throw new PhotoRefused(photoLimits.wrongFormat)
  if (file.size > photoLimits.maximumBytes) throw new PhotoRefused(photoLimits.tooLarge)
  const image = await createImageBitmap(file).catch(() => {
    throw new PhotoRefused(photoLimits.wrongFormat)
  })
  try {
    return drawSquare(image, kind)
  } finally {
    image.close()
  }
}

async function kindOf(file: Blob): Promise<'image/png' | 'image/jpeg' | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return begins(0xff, 0xd8, 0xff) ? 'image/jpeg' : null
}

function drawSquare(image: ImageBitmap, kind: 'image/png' | 'image/jpeg'): string {
  const from = Math.min(image.width, image.height)
  const to = Math.min(from, side)
  const canvas = document.createElement('canvas')
  canvas.width = to
  canvas.height = to
  const context = canvas.getContext('2d')
  if (!context) throw new PhotoRefused(photoLimits.wrongFormat)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, (image.width - from) / 2, (image.height - from) / 2, from, from, 0, 0, to, to)
  return canvas.toDataURL(kind, quality)
}
