/**
 * A file that is written over days, in pieces, over connections that break. An object cannot be appended to, and the
 * parts of a multipart upload can neither be read nor be as small as a broken connection leaves them. Such a file is
 * therefore a series of objects, `{key}/000000`, `{key}/000001`, …, each of `pieceBytes` except the last; it keeps this
 * form as a recording, so that no byte is copied then. A piece is replaced as a whole, in one request.
 *
 * Pieces are written in order and removed from the last one backwards, so that there are no holes and the total length
 * of the pieces is the length of the file after any crash.
 */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange, FileInfo } from '../file-driver.ts'
import { readWithRetries, type ObjectRange } from './read-with-retries.ts'
import type { S3Bucket } from './s3-bucket.ts'

const pieceBytes = 8 << 20
const removalsPerBatch = 8

const pieceName = (key: string, index: number): string => `${key}/${String(index).padStart(6, '0')}`

type PieceList = FileInfo & {
  /** The length of each piece. */
  readonly pieces: readonly number[]
}

/** Null if there is not even an empty piece. */
async function findPieces(bucket: S3Bucket, key: string): Promise<PieceList | null> {
  const pieces: number[] = []
  let modifiedAt = new Date(0)
  for await (const object of bucket.list(`${key}/`)) {
    const isNext = object.name === pieceName(key, pieces.length) && pieces.every((length) => length === pieceBytes)
    if (!isNext) throw new Error(`${object.name} does not continue where the piece before it ends`)
    pieces.push(object.size)
    if (object.modifiedAt > modifiedAt) modifiedAt = object.modifiedAt
  }
  return pieces.length === 0 ? null : { pieces, modifiedAt, size: pieces.reduce((sum, length) => sum + length, 0) }
}

export async function findAppendable(bucket: S3Bucket, key: string): Promise<FileInfo | null> {
  const row = await findPieces(bucket, key)
  return row && { size: row.size, modifiedAt: row.modifiedAt }
}

export async function readAppendable(bucket: S3Bucket, key: string, range?: ByteRange): Promise<Readable | null> {
  const row = await findPieces(bucket, key)
  if (row === null) return null
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  const windows: ObjectRange[] = []
  for (const [index, length] of row.pieces.entries()) {
    const first = index * pieceBytes
    const window = { start: Math.max(start - first, 0), end: Math.min(end - first, length - 1) }
    if (window.start <= window.end) windows.push({ name: pieceName(key, index), ...window })
  }
  return readWithRetries(bucket, windows)
}

/** If the content breaks off, what has been read of it stays. */
export async function appendToObject(
  bucket: S3Bucket,
  key: string,
  position: number,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const row = await findPieces(bucket, key)
  // A single object migrated from another storage would be found instead of the pieces.
  if (row === null) await bucket.remove(key)
  const lengths = [...(row?.pieces ?? [])]
  if (position > sum(lengths)) throw new RangeError('A file has no holes')

  let at = position
  let begun = position
  let batch: Buffer = Buffer.allocUnsafeSlow(pieceBytes)
  let other: Buffer | null = null
  let writing: Promise<unknown> = Promise.resolve()

  /** One piece is sent while the next one arrives. */
  const write = async () => {
    const [index, from] = [Math.floor(begun / pieceBytes), begun % pieceBytes]
    const bytes = batch.subarray(from, from + at - begun)
    await writing
    writing = writePiece(bucket, pieceName(key, index), { from, length: lengths[index] ?? 0 }, bytes)
    // The failure is reported where this is awaited; until then it must not count as an unhandled rejection.
    writing.catch(() => undefined)
    lengths[index] = Math.max(lengths[index] ?? 0, from + bytes.byteLength)
    begun = at
    const free: Buffer = other ?? Buffer.allocUnsafeSlow(pieceBytes)
    ;[batch, other] = [free, batch]
  }

  try {
    for await (const chunk of content) {
      for (let consumed = 0; consumed < chunk.byteLength;) {
        const offset = at % pieceBytes
        const piece = chunk.subarray(consumed, consumed + pieceBytes - offset)
        batch.set(piece, offset)
        at += piece.byteLength
        consumed += piece.byteLength
        if (at % pieceBytes === 0) await write()
      }
    }
  } finally {
    if (at > begun) await write()
    await writing
  }
  if (lengths.length === 0) await bucket.put(pieceName(key, 0), Buffer.of())
  return sum(lengths)
}

/** Writes bytes into a piece of this length; its bytes before and after them stay. */
async function writePiece(
  bucket: S3Bucket,
  name: string,
  { from, length }: { readonly from: number; readonly length: number },
  bytes: Buffer,
): Promise<void> {
  const end = from + bytes.byteLength
  if (from === 0 && end >= length) return bucket.put(name, bytes)
  const whole = Buffer.allocUnsafe(Math.max(end, length))
  whole.set(await readPiece(bucket, name, length))
  whole.set(bytes, from)
  await bucket.put(name, whole)
}

const readPiece = (bucket: S3Bucket, name: string, length: number): Promise<Buffer> =>
  buffer(readWithRetries(bucket, [{ name, start: 0, end: length - 1 }]))

export async function truncateObject(bucket: S3Bucket, key: string, length: number): Promise<void> {
  const row = await findPieces(bucket, key)
  if (row === null || length >= row.size) return
  const kept = Math.max(1, Math.ceil(length / pieceBytes))
  for (let index = row.pieces.length - 1; index >= kept; index--) await bucket.remove(pieceName(key, index))
  const [name, rest] = [pieceName(key, kept - 1), length - (kept - 1) * pieceBytes]
  if (rest < (row.pieces[kept - 1] ?? 0)) await bucket.put(name, await readPiece(bucket, name, rest))
}

/** From the last one backwards; the sweep finds a series that was only partly removed. */
export async function removeAppendable(bucket: S3Bucket, key: string): Promise<void> {
  const names: string[] = []
  for await (const { name } of bucket.list(`${key}/`)) names.push(name)
  while (names.length > 0) {
    await Promise.all(names.splice(-removalsPerBatch).map((name) => bucket.remove(name)))
  }
}

const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0)
