/**
 * Converts every image to a format that the renderer accepts, and sets its display size. Anything that is not an image
 * loses its file.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sharp, SharpOptions } from 'sharp'
import { POINTS_PER_PIXEL } from '../print-picture.ts'
import type { PrintedBlock, PrintedPicture } from '../printed.ts'

/** On the widest line, slightly more than 300 dpi. */
const maxPixels = 2000
const maxInputPixels = 100_000_000
/** Height of a page, in points. */
const maxHeight = 640

type PreparedPicture = { readonly file: string; readonly width: number; readonly height: number }

export async function preparePictures(
  blocks: readonly PrintedBlock[],
  folder: string,
  onProgress: (share: number) => void,
): Promise<readonly PrintedBlock[]> {
  const files = new Set<string>()
  eachPicture(blocks, ({ file }) => file !== null && files.add(file))
  const ready = new Map<string, PreparedPicture>()
  let done = 0
  for (const file of files) {
    const made = await preparePicture(path.join(folder, file), `${file}.print`).catch(() => null)
    if (made !== null) ready.set(file, made)
    done += 1
    onProgress(done / files.size)
  }
  return withPictures(blocks, ready)
}

/** Loaded on demand: most notes have no image, and loading takes as long as rendering a page. */
let sharpModule: Promise<(bytes: Buffer, options: SharpOptions) => Sharp> | null = null
const loadSharp = () => (sharpModule ??= import('sharp').then((module) => module.default))

async function preparePicture(source: string, name: string): Promise<PreparedPicture> {
  const sharp = await loadSharp()
  const bytes = await readFile(source)
  const picture = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxPixels, height: maxPixels, fit: 'inside', withoutEnlargement: true })
  const { hasAlpha, format, autoOrient } = await sharp(bytes, { limitInputPixels: maxInputPixels }).metadata()
  const isDrawn = hasAlpha || format === 'png' || format === 'gif'
  const made = isDrawn ? picture.png() : picture.flatten({ background: '#fff' }).jpeg({ quality: 86 })
  const { data } = await made.toBuffer({ resolveWithObject: true })
  const file = `${name}.${isDrawn ? 'png' : 'jpg'}`
  await writeFile(path.join(path.dirname(source), file), data)
  return { file, width: autoOrient.width, height: autoOrient.height }
}

type Json = unknown

/** In any container: a line, a cell, a column. */
function eachPicture(value: Json, visit: (picture: PrintedPicture) => void): void {
  if (Array.isArray(value)) for (const one of value) eachPicture(one, visit)
  else if (isObject(value)) {
    if (isPicture(value)) visit(value)
    else for (const one of Object.values(value)) eachPicture(one, visit)
  }
}

function withPictures<Value extends Json>(value: Value, ready: ReadonlyMap<string, PreparedPicture>): Value {
  if (Array.isArray(value)) return value.map((one: Json) => withPictures(one, ready)) as Value
  if (!isObject(value)) return value
  if (isPicture(value)) return fitPicture(value, ready) as Value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPictures(one, ready)])) as Value
}

const isObject = (value: Json): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isPicture = (value: Record<string, unknown>): value is Record<string, unknown> & PrintedPicture =>
  value['k'] === 'picture'

/**
 * As large as in the note, but never wider than its container or higher than a page; with the proportions of the file.
 */
function fitPicture(picture: PrintedPicture, ready: ReadonlyMap<string, PreparedPicture>): PrintedPicture {
  const made = picture.file === null ? undefined : ready.get(picture.file)
  if (made === undefined) return { ...picture, file: null, width: null, height: null }
  const ratio = made.height / made.width
  const wanted = picture.width ?? made.width * POINTS_PER_PIXEL
  const isStretched = picture.width !== null && picture.height !== null
  const shape = isStretched ? (picture.height ?? 1) / (picture.width ?? 1) : ratio
  const width = Math.max(4, Math.min(wanted, picture.maxWidth, maxHeight / shape))
  return { ...picture, file: made.file, width: round(width), height: round(Math.max(1, width * shape)) }
}

const round = (points: number): number => Math.round(points * 100) / 100
