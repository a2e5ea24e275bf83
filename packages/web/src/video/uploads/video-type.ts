/** Detects a file's type from its first bytes, not from its name. Pure. */
import { uploadLimits, uploadTooLarge, type videoTypes } from '@knowreel/shared/video/upload/upload-protocol.ts'
import * as texts from './texts.ts'

type VideoType = (typeof videoTypes)[number]

/** Number of bytes that detection needs. */
export const sniffedBytes = 4096

const unsupportedTypeMessage = texts.onlyWebmMp4AndMov

const asciiText = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** Images, audio and other formats in the same container; a recording needs video. */
const otherBrands = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'avif', 'M4A ', 'M4B ', 'M4P ', 'crx '])
/** Boxes that old QuickTime files start with. */
const quickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

export function detectVideoType(beginning: Uint8Array): VideoType | null {
  if (beginning.length < 12) return null
  const isEbml = beginning[0] === 0x1a && beginning[1] === 0x45 && beginning[2] === 0xdf && beginning[3] === 0xa3
  // The doctype is in the first EBML element; Matroska has another one than WebM.
  if (isEbml) return asciiText(beginning, 0, 64).includes('webm') ? 'video/webm' : null
  const box = asciiText(beginning, 4, 8)
  if (box === 'ftyp') {
    const brand = asciiText(beginning, 8, 12)
    if (otherBrands.has(brand)) return null
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  return quickTimeBoxes.has(box) ? 'video/quicktime' : null
}

/** Why this file cannot be uploaded, as a message; null if it can. */
export async function validateVideoFile(file: Blob): Promise<string | null> {
  if (file.size === 0) return texts.theFileIsEmpty
  if (file.size > uploadLimits.totalBytes) return uploadTooLarge
  try {
    const beginning = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())
    return detectVideoType(beginning) === null ? unsupportedTypeMessage : null
  } catch {
    // A folder, or a file that was deleted or is not readable.
    return texts.thisFileCantBeRead
  }
}
