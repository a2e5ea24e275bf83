/**
 * Waveform peaks. A file starts with a header, followed by the levels from finest to coarsest, each a row of pairs
 * (lowest, highest) of signed bytes. Every level has a quarter of the pairs of the previous one.
 *
 *     0 'KRPK' 4 version (1) 5 number of levels 6 reserved (2)
 *     8 per level: pairs per 1000 s (uint32), number of pairs (uint32)
 *        then the pairs of each level
 *
 * Numbers are little-endian. A reader requests the header first and then, by byte ranges, the window it shows.
 */
export type PeaksLevel = {
  /** Pairs in 1000 s: 100,000 for the finest. */
  readonly pairsPer1000s: number
  readonly pairs: number
  /** Byte offset of its pairs in the file. */
  readonly offset: number
}

export type PeaksHeader = { readonly levels: readonly PeaksLevel[]; readonly size: number }

const magic = 0x4b50524b
const version = 1
const finestPairsPer1000s = 100_000
const levelCount = 4
const pairsPerCoarserPair = 4
/** Size of the header in bytes. */
export const peaksHeaderBytes = 8 + levelCount * 8

/** `pairs`: lowest and highest of each hundredth of a second, interleaved. */
export function encodePeaks(pairs: Int8Array): Uint8Array<ArrayBuffer> {
  const levels = [pairs]
  while (levels.length < levelCount) levels.push(downsample(levels.at(-1) ?? pairs))
  const file = new Uint8Array(peaksHeaderBytes + levels.reduce((sum, level) => sum + level.length, 0))
  const view = new DataView(file.buffer)
  view.setUint32(0, magic, true)
  view.setUint8(4, version)
  view.setUint8(5, levels.length)
  let offset = peaksHeaderBytes
  levels.forEach((level, index) => {
    view.setUint32(8 + index * 8, Math.round(finestPairsPer1000s / pairsPerCoarserPair ** index), true)
    view.setUint32(12 + index * 8, level.length / 2, true)
    file.set(new Uint8Array(level.buffer, level.byteOffset, level.length), offset)
    offset += level.length
  })
  return file
}

function downsample(pairs: Int8Array): Int8Array {
  const count = Math.ceil(pairs.length / 2 / pairsPerCoarserPair)
  const result = new Int8Array(count * 2)
  for (let index = 0; index < count; index++) {
    let low = 127
    let high = -128
    for (
      let from = index * pairsPerCoarserPair * 2;
      from < Math.min(pairs.length, (index + 1) * pairsPerCoarserPair * 2);
      from += 2
    ) {
      low = Math.min(low, pairs[from] ?? 0)
      high = Math.max(high, pairs[from + 1] ?? 0)
    }
    result[index * 2] = low
    result[index * 2 + 1] = high
  }
  return result
}

/** Null if the bytes are not the start of such a file. */
export function readPeaksHeader(start: Uint8Array): PeaksHeader | null {
  if (start.byteLength < peaksHeaderBytes) return null
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  if (view.getUint32(0, true) !== magic || view.getUint8(4) !== version || view.getUint8(5) !== levelCount) return null
  let offset = peaksHeaderBytes
  const levels = Array.from({ length: levelCount }, (_, index) => {
    const level = {
      pairsPer1000s: view.getUint32(8 + index * 8, true),
      pairs: view.getUint32(12 + index * 8, true),
      offset,
    }
    offset += level.pairs * 2
    return level
  })
  return { levels, size: offset }
}

/**
 * The inclusive byte range, as for a Range header, that contains `[from, to)` in ms of a level, and the number of its
 * first pair. Null if the level has nothing there.
 */
export function peaksByteRange(
  level: PeaksLevel,
  from: number,
  to: number,
): { readonly start: number; readonly end: number; readonly firstPair: number } | null {
  const pairAt = (time: number) => (time / 1_000_000) * level.pairsPer1000s
  const firstPair = Math.max(0, Math.floor(pairAt(from)))
  const end = Math.min(level.pairs, Math.ceil(pairAt(to)))
  if (firstPair >= end) return null
  return { start: level.offset + firstPair * 2, end: level.offset + end * 2 - 1, firstPair }
}
