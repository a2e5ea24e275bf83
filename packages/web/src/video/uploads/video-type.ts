/** What a file is, by its beginning and not by its name. Pure. */
import { uploadLimits, type videoTypes } from '@knowreel/shared/video/upload-protocol.ts'

type VideoType = (typeof videoTypes)[number]

/** Bytes of the beginning that are enough. */
export const sniffedBytes = 4096

const wrongKind = 'Only webm, mp4 and mov videos can be uploaded'

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Pictures and sound in the same kind of box; a recording needs moving pictures. */
const otherBrands = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'avif', 'M4A ', 'M4B ', 'M4P ', 'crx '])
/** Boxes with which old QuickTime files begin. */
const oldBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

export function videoTypeOf(beginning: Uint8Array): VideoType | null {
  if (beginning.length < 12) return null
  const isEbml = beginning[0] === 0x1a && beginning[1] === 0x45 && beginning[2] === 0xdf && beginning[3] === 0xa3
  // The name of the kind stands within the first element; Matroska has another one.
  if (isEbml) return text(beginning, 0, 64).includes('webm') ? 'video/webm' : null
  const box = text(beginning, 4, 8)
  if (box === 'ftyp') {
    const brand = text(beginning, 8, 12)
    if (otherBrands.has(brand)) return null
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  return oldBoxes.has(box) ? 'video/quicktime' : null
}

/** Why this file can not be uploaded, in words; null when it can. */
export async function refusalOf(file: Blob): Promise<string | null> {
  if (file.size === 0) return 'The file is empty'
  if (file.size > uploadLimits.totalBytes) return 'The video is larger than 20 GB'
  try {
    const beginning = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())
    return videoTypeOf(beginning) === null ? wrongKind : null
  } catch {
    // A folder, or a file that is gone or not ours to read.
    return 'This file can not be read'
  }
}
