/**
 * A picture as notes keep it: what it is, its content tells; it is turned as its camera says, and written anew without
 * anything that is not picture (where it was taken, by whom, with what). Only the four formats are ever handed to the
 * decoders, and never more pixels than a page could show.
 */
import { fileLimits, isImageType, type ImageType } from '@knowreel/shared/file/file.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { createTurns } from './image-turns.ts'

// Everything else that the library can read (SVG with its scripts and links, PDF, TIFF …) is shut off for good.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
    `VipsForeignLoad${name}File`,
    `VipsForeignLoad${name}Buffer`,
  ]),
})
// Nothing is asked for twice, and pictures are worked on beside one another.
sharp.cache(false)
sharp.concurrency(1)

const formats: Readonly<Record<string, ImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
}

/** One picture may be worked on for so long. */
const mostSeconds = 60

/** As many at a time as leave the machine to its people. */
export const imageTurns = createTurns(2)

export type ReadImage = { readonly type: ImageType; readonly width: number; readonly height: number }

/** Throws `not_an_image` and `image_too_many_pixels`. The target has the ending of no format. */
export async function readImage(source: string, target: string): Promise<ReadImage> {
  const found = await fileTypeFromFile(source)
  if (found === undefined || !isImageType(found.mime)) throw new AppError('not_an_image')
  return imageTurns.take(async () => {
    const metadata = await orNotAnImage(open(source).metadata())
    if (formats[metadata.format] !== found.mime) throw new AppError('not_an_image')
    requireDrawable(metadata)
    const { width, height } = await orNotAnImage(written(open(source).autoOrient(), found.mime).toFile(target))
    const isMoving = (metadata.pages ?? 1) > 1
    return { type: found.mime, width, height: isMoving ? (metadata.pageHeight ?? height) : height }
  })
}

const open = (source: string): Sharp =>
  sharp(source, { animated: true, failOn: 'error', limitInputPixels: fileLimits.imagePixels, sequentialRead: false })

function written(image: Sharp, type: ImageType): Sharp {
  const limited = image.timeout({ seconds: mostSeconds })
  switch (type) {
    case 'image/jpeg':
      return limited.jpeg({ quality: 90 })
    case 'image/png':
      return limited.png({ compressionLevel: 9, adaptiveFiltering: true })
    case 'image/webp':
      return limited.webp({ quality: 90 })
    case 'image/gif':
      return limited.gif()
  }
}

/** Frames of a moving picture stand below one another. */
function requireDrawable({ width, height, pageHeight, pages = 1 }: Metadata): void {
  const ofOne = pageHeight ?? height
  const { imageEdge, imageFrames, imagePixels } = fileLimits
  if (width > imageEdge || ofOne > imageEdge || pages > imageFrames || width * ofOne * pages > imagePixels)
    throw new AppError('image_too_many_pixels')
}

async function orNotAnImage<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit|too (?:large|wide|high)|timeout/i.test(error.message)
    throw new AppError(isTooLarge ? 'image_too_many_pixels' : 'not_an_image', { cause: error })
  }
}

/** A still picture in this width. Null where there is nothing smaller to make of it. */
export async function writeThumbnail(source: string, target: string, width: number): Promise<number | null> {
  const metadata = await sharp(source, { limitInputPixels: fileLimits.imagePixels }).metadata()
  if ((metadata.pages ?? 1) > 1 || metadata.width <= width) return null
  return imageTurns.take(async () => {
    const image = sharp(source, { limitInputPixels: fileLimits.imagePixels })
    const { size } = await image
      .resize({ width })
      .timeout({ seconds: mostSeconds })
      .webp({ quality: 82 })
      .toFile(target)
    return size
  })
}
