/** Elements of EBML, the binary format below Matroska and WebM. Every number is unverified; a wrong one throws a RangeError. */
import { open, type FileHandle } from 'node:fs/promises'

/** Elements of one parent. */
export const maxElements = 10_000

export type OpenFile = {
  readonly size: number
  /** Shorter at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

export async function readFromFile<Result>(
  path: string,
  work: (file: OpenFile) => Promise<Result | null>,
): Promise<Result | null> {
  const handle: FileHandle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    return await work({
      size,
      async read(at, length) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
        return buffer.subarray(0, bytesRead)
      },
    })
  } catch (error) {
    // A read beyond the end: the file is truncated, or lies about its sizes.
    if (error instanceof RangeError) return null
    throw error
  } finally {
    await handle.close()
  }
}

type Header = {
  readonly id: number
  /** The length of the header. */
  readonly length: number
  /** The size of the content; null if unknown, as in recordings that were never finished. */
  readonly size: number | null
}

const maxElementHeaderBytes = 12

export const readHeader = async (file: OpenFile, at: number): Promise<Header> =>
  headerOf(await file.read(at, maxElementHeaderBytes), 0)

/** An id keeps the bits that state its length; a size does not, and is unknown if all others are set. */
function headerOf(buffer: Buffer, at: number): Header {
  const idLength = Math.clz32(buffer.readUInt8(at)) - 23
  if (idLength > 4) throw new RangeError('this is not an id')
  const id = buffer.readUIntBE(at, idLength)
  const sizeLength = Math.clz32(buffer.readUInt8(at + idLength)) - 23
  if (sizeLength > 8) throw new RangeError('this is not a size')
  let size = buffer.readUInt8(at + idLength) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let byte = 1; byte < sizeLength; byte++) {
    const value = buffer.readUInt8(at + idLength + byte)
    size = size * 256 + value
    isUnknown &&= value === 0xff
  }
  if (!isUnknown && !Number.isSafeInteger(size)) throw new RangeError('a size is too large')
  return { id, length: idLength + sizeLength, size: isUnknown ? null : size }
}

type Element = { readonly id: number; readonly body: Buffer }

/** `isTruncated`: the last one may end early, because only the beginning of the parent was read. */
export function* elementsOf(parent: Buffer, isTruncated = false): Generator<Element> {
  for (let at = 0, count = 0; at < parent.length && count < maxElements; count++) {
    const { id, length, size } = headerOf(parent, at)
    const end = at + length + (size ?? parent.length)
    if (end > parent.length && !isTruncated) throw new RangeError('an element reaches beyond its parent')
    yield { id, body: parent.subarray(at + length, end) }
    at = end
  }
}

export const bodiesOf = (parent: Buffer): Map<number, Buffer> =>
  new Map([...elementsOf(parent)].map(({ id, body }) => [id, body]))

/** Zero if it is missing. */
export function readCount(body: Buffer | undefined): number {
  if (body === undefined || body.length === 0) return 0
  if (body.length > 6) throw new RangeError('a number is too large')
  return body.readUIntBE(0, body.length)
}

export const readFloat = (body: Buffer | undefined): number =>
  body === undefined || body.length < 4 ? 0 : body.length === 8 ? body.readDoubleBE(0) : body.readFloatBE(0)
