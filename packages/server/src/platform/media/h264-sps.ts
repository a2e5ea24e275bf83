/** The parameter set at the start of an H.264 track, as far as it decides whether every browser plays the track. */
export type H264Parameters = {
  /** With ffprobe's name. */
  readonly profile: string
  readonly level: number
  /** Pixels as displayed. */
  readonly width: number
  readonly height: number
}

const profileNames = new Map([
  [66, 'Baseline'],
  [77, 'Main'],
  [100, 'High'],
])
const macroblockSize = 16

/** Null for everything that is not 8-bit, 4:2:0 and progressive, or is rare. */
export function parseSps(unit: Buffer): H264Parameters | null {
  const bits = createBitReader(unit.subarray(1))
  const name = profileNames.get(bits.read(8))
  const isConstrained = (bits.read(8) & 0x40) !== 0
  const level = bits.read(8)
  bits.number()
  const profile = name === 'Baseline' && isConstrained ? 'Constrained Baseline' : name
  if (profile === undefined || (unit.readUInt8(0) & 31) !== 7) return null
  if (profile === 'High') {
    const isPlain = bits.number() === 1 && bits.number() === 0 && bits.number() === 0
    bits.read(1)
    const hasScaling = bits.read(1) === 1
    if (!isPlain || hasScaling) return null
  }
  bits.number()
  const order = bits.number()
  if (order === 0) bits.number()
  else if (order !== 2) return null
  bits.number()
  bits.read(1)
  const columns = bits.number() + 1
  const rows = bits.number() + 1
  const isProgressive = bits.read(1) === 1
  bits.read(1)
  const [left, right, top, bottom] =
    bits.read(1) === 1 ? [bits.number(), bits.number(), bits.number(), bits.number()] : []
  if (!isProgressive) return null
  return {
    profile,
    level,
    width: columns * macroblockSize - 2 * ((left ?? 0) + (right ?? 0)),
    height: rows * macroblockSize - 2 * ((top ?? 0) + (bottom ?? 0)),
  }
}

/** Throws a RangeError beyond the end. */
function createBitReader(escaped: Buffer): { read(count: number): number; number(): number } {
  const bytes = withoutEscapes(escaped)
  let at = 0
  const bit = (): number => {
    const byte = bytes[at >> 3]
    if (byte === undefined) throw new RangeError('the set of parameters is cut off')
    return (byte >> (7 - (at++ & 7))) & 1
  }
  const read = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index++) value = value * 2 + bit()
    return value
  }
  return {
    read,
    /** Exponential Golomb: as many leading zeros as digits after the leading one. */
    number() {
      let zeros = 0
      while (bit() === 0) if (++zeros > 31) throw new RangeError('no such number')
      return 2 ** zeros - 1 + read(zeros)
    },
  }
}

/** After two zeros, a 3 is inserted only to avoid a false start code. */
const withoutEscapes = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.filter((byte, index) => !(byte === 3 && index > 1 && bytes[index - 1] === 0 && bytes[index - 2] === 0)),
  )
