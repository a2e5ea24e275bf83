/**
 * Detects by its first bytes which of our supported containers a file is. Names and declared types are ignored, and the
 * program gets the container to open: it is never given a playlist, a script or an image.
 */
import { open } from 'node:fs/promises'

/** Names of ffmpeg's demuxers. */
export type Container = 'mov' | 'matroska'

const sniffedBytes = 64
const ebml = 0x1a45dfa3
/** Boxes with which an MP4 or QuickTime file can begin. */
const initialBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
/** Brands of images and other non-video files in the same box format. */
const nonVideoBrands = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|crx |jp2 |jpx |jpm )$/

export async function sniffContainer(file: string): Promise<Container | null> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    return containerOf(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

export function containerOf(start: Buffer): Container | null {
  if (start.length < 12) return null
  if (start.readUInt32BE(0) === ebml) return 'matroska'
  const box = start.toString('latin1', 4, 8)
  if (!initialBoxes.has(box)) return null
  return box === 'ftyp' && nonVideoBrands.test(start.toString('latin1', 8, 12)) ? null : 'mov'
}
