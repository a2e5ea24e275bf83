/** Width and height of a PNG or JPEG as its own head tells them; null where the bytes are no such picture. */
export type PictureSize = { readonly width: number; readonly height: number }

export function pictureSize(bytes: Buffer): PictureSize | null {
  const size = isPng(bytes) ? pngSize(bytes) : jpegSize(bytes)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

const isPng = (bytes: Buffer): boolean => bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47

/** The first chunk of a PNG is its head. */
function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Walks the segments up to the one that begins a frame. */
function jpegSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (beginsFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** SOF0 to SOF15 without the three numbers among them that mean tables. */
const beginsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
