/**
 * Reads an image in the form that notes store: its type is detected from its content, it is rotated as its metadata
 * says, and it is encoded again without other data (location, author, camera). The decoders only receive the four
 * formats, and never more pixels than a page could show.
 */
import { fileLimits, isImageType, type ImageType } from '@knowreel/shared/file/file.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fileTypeFromFile } from 'file-type'

import sharp, { type Metadata, type Sharp } from 'sharp'

// Everything else that the library can read (SVG with its scripts and links, PDF, TIFF …) is permanently disabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
    `VipsForeignLoad${name}File`,
    `VipsForeignLoad${name}Buffer`,
  ]),
})
// No image is read twice, so a cache is useless.
sharp.cache(false)
sharp.concurrency(1)

const formats: Readonly<Record<string, ImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
}

/** The time limit for one image. */
const timeoutSeconds = 60

/** Leaves processors free for other requests. */
export const imageSlots = createSlots(2)

export type ImageInfo = { readonly type: ImageType; readonly width: number; readonly height: number }

/** Throws `not_an_image` and `image_too_many_pixels`. The target has no file extension. */
export async function readImage(source: string, target: string): Promise<ImageInfo> {
  const found = await fileTypeFromFile(source)
  if (found === undefined || !isImageType(found.mime)) throw new AppError('not_an_image')
  return imageSlots.run(async () => {
    const metadata = await mapImageErrors(openImage(source).metadata())
    if (formats[metadata.format] !== found.mime) throw new AppError('not_an_image')
    requirePixelLimit(metadata)
    const { width, height } = await mapImageErrors(encodeAs(openImage(source).autoOrient(), found.mime).toFile(target))
    const isMoving = (metadata.pages ?? 1) > 1
    return { type: found.mime, width, height: isMoving ? (metadata.pageHeight ?? height) : height }
  })
}

const openImage = (source: string): Sharp =>
  sharp(source, { animated: true, failOn: 'error', limitInputPixels: fileLimits.imagePixels, sequentialRead: false })

function encodeAs(image: Sharp, type: ImageType): Sharp {
  const limited = image.timeout({ seconds: timeoutSeconds })
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

/** The frames of an animated image are stacked vertically. */
function requirePixelLimit({ width, height, pageHeight, pages = 1 }: Metadata): void {
  const ofOne = pageHeight ?? height
  const { imageEdge, imageFrames, imagePixels } = fileLimits
  if (width > imageEdge || ofOne > imageEdge || pages > imageFrames || width * ofOne * pages > imagePixels)
    throw new AppError('image_too_many_pixels')
}

async function mapImageErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit|too (?:large|wide|high)|timeout/i.test(error.message)
    throw new AppError(isTooLarge ? 'image_too_many_pixels' : 'not_an_image', { cause: error })
  }
}

/** A still image in this width. Null if there is nothing smaller to make. */
export async function writeThumbnail(source: string, target: string, width: number): Promise<number | null> {
  const metadata = await sharp(source, { limitInputPixels: fileLimits.imagePixels }).metadata()
  if ((metadata.pages ?? 1) > 1 || metadata.width <= width) return null
  return imageSlots.run(async () => {
    const image = sharp(source, { limitInputPixels: fileLimits.imagePixels })
    const { size } = await image
      .resize({ width })
      .timeout({ seconds: timeoutSeconds })
      .webp({ quality: 82 })
      .toFile(target)
    return size
  })
}

/** Smaller pictures are enlarged, because small letters are then read better; larger ones add no text. */
const greyEdges = { doubled: 1400, most: 3000 }
/** Anything smaller is an icon. */
const minReadEdge = 24

/** The picture in grey on white, as text is recognised in it. False if it moves, or is too small for text. */
export async function writeGrey(source: string, target: string): Promise<boolean> {
  const { width, height, pages = 1 } = await sharp(source, { limitInputPixels: fileLimits.imagePixels }).metadata()
  if (pages > 1 || Math.min(width, height) < minReadEdge) return false
  const edge = Math.max(width, height)
  const factor = edge <= greyEdges.doubled ? 2 : Math.min(1, greyEdges.most / edge)
  await imageSlots.run(() =>
    sharp(source, { limitInputPixels: fileLimits.imagePixels })
      .flatten({ background: '#fff' })
      .resize({ width: Math.max(1, Math.round(width * factor)) })
      .greyscale()
      .timeout({ seconds: timeoutSeconds })
      .png({ compressionLevel: 1 })
      .toFile(target),
  )
  return true
}

type Slots = { run<Value>(work: () => Promise<Value>): Promise<Value> }

/** Limits how many run concurrently; others wait in order of arrival. */
function createSlots(most: number): Slots {
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async run(work) {
      if (busy === most) await new Promise<void>((begin) => waiting.push(begin))
      else busy += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) busy -= 1
        else next()
      }
    },
  }
}
