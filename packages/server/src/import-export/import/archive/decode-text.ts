/**
 * Decodes the text of a page in an unknown encoding: by its byte order mark, otherwise as UTF-8, otherwise as the
 * legacy Windows encoding.
 */
import { toStorableText } from '../../../platform/database/storable-text.ts'

export type DecodedText = { readonly text: string; readonly isGuessed: boolean }

export function decodeText(bytes: Buffer): DecodedText {
  const marked = bomEncoding(bytes)
  const found = marked ?? detectUtf16(bytes)
  if (found !== null) return { text: normalizeText(new TextDecoder(found).decode(bytes)), isGuessed: marked === null }
  try {
    return { text: normalizeText(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), isGuessed: false }
  } catch {
    return { text: normalizeText(createDecoder(declaredEncoding(bytes)).decode(bytes)), isGuessed: true }
  }
}

function bomEncoding([first, second, third]: Buffer): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Latin text in UTF-16 has a zero in every second byte. */
function detectUtf16(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, 400)
  if (sample.length < 4) return null
  let even = 0
  let odd = 0
  sample.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even++
    else odd++
  })
  const half = sample.length / 2
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.7 && odd < half * 0.1 ? 'utf-16be' : null
}

const declaredEncoding = (bytes: Buffer): string =>
  /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{2,30})/i.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1] ??
  'windows-1252'

function createDecoder(label: string): TextDecoder {
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === 'utf-8' ? new TextDecoder('windows-1252') : decoder
  } catch {
    return new TextDecoder('windows-1252')
  }
}

const normalizeText = (text: string): string =>
  toStorableText(text)
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
