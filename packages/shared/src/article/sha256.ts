/**
 * SHA-256 (FIPS 180-4) as a plain function. Browsers offer it only as a promise, and only over https; the hash of an
 * article is compared while somebody types, also on a plain http address in an office.
 */

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const roundConstants = Uint32Array.from(
  (
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 ' +
    '72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da ' +
    '983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 ' +
    '650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 ' +
    '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 ' +
    '90befffa a4506ceb bef9a3f7 c67178f2'
  )
    .split(' ')
    .map((word) => parseInt(word, 16)),
)
// The same of the square roots of the first 8 primes.
const startState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const

const blockBytes = 64

/** SHA-256 of the text's UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  const message = pad(new TextEncoder().encode(text))
  const view = new DataView(message.buffer)
  const state = Uint32Array.from(startState)
  const schedule = new Uint32Array(blockBytes)
  for (let offset = 0; offset < message.length; offset += blockBytes) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(offset + i * 4)
    mixBlock(state, schedule)
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** A one bit, zeros, and the length in bits as the last eight bytes of the last block. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return padded
}

function mixBlock(state: Uint32Array, schedule: Uint32Array): void {
  const at = (i: number): number => schedule[i] as number
  for (let i = 16; i < blockBytes; i++) {
    const early = at(i - 15)
    const late = at(i - 2)
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    schedule[i] = at(i - 16) + s0 + at(i - 7) + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let i = 0; i < blockBytes; i++) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const one = (h + sum1 + choice + (roundConstants[i] as number) + at(i)) | 0
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + sum0 + majority) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word
}

type Eight = [number, number, number, number, number, number, number, number]

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
