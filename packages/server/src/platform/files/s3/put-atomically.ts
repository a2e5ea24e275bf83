/**
 * A file appears with the last request that writes it, so that readers see it completely or not at all. A small file is
 * one request; others are sent in blocks, some of them concurrently, and the sweep removes what a killed process left.
 */
import type { S3Bucket } from './s3-bucket.ts'

/** With at most 10,000 blocks, four times what the largest recording needs. Storages require at least 5 MiB. */
const blockBytes = 8 << 20
const concurrency = 3

export async function putAtomically(
  bucket: S3Bucket,
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  const blocks = splitIntoBlocks(content, blockBytes)
  const first = (await blocks.next()).value ?? new Uint8Array()
  if (first.byteLength < blockBytes) {
    signal?.throwIfAborted()
    await bucket.put(name, first, { signal })
    return first.byteLength
  }
  const id = await bucket.beginUpload(name, { signal })
  const underway = new Set<Promise<void>>()
  try {
    const tags: string[] = []
    let size = 0
    const send = (bytes: Uint8Array, number: number) => {
      size += bytes.byteLength
      const sent: Promise<void> = bucket.putPart({ name, id, number }, bytes, { signal }).then((tag) => {
        tags[number - 1] = tag
        underway.delete(sent)
      })
      underway.add(sent)
      // The failure is reported where this is awaited; until then it must not count as an unhandled rejection.
      sent.catch(() => undefined)
    }
    send(first, 1)
    for (let number = 2; ; number++) {
      const { value, done } = await blocks.next()
      if (done === true) break
      if (underway.size >= concurrency) await Promise.race(underway)
      send(value, number)
    }
    await Promise.all(underway)
    signal?.throwIfAborted()
    await bucket.endUpload(name, id, tags, size)
    return size
  } catch (error) {
    // A part that arrives after the upload was aborted would remain and cost money. If this fails too, the sweep finds
    // it.
    await Promise.allSettled(underway)
    await bucket.abortUpload(name, id).catch(() => undefined)
    throw error
  }
}

/** The same bytes in blocks of equal size; the last is smaller, and empty content gives one empty block. */
async function* splitIntoBlocks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, undefined> {
  let block = Buffer.allocUnsafeSlow(size)
  let filled = 0
  let isFirst = true
  for await (const chunk of content) {
    for (let consumed = 0; consumed < chunk.byteLength;) {
      const piece = chunk.subarray(consumed, consumed + size - filled)
      block.set(piece, filled)
      filled += piece.byteLength
      consumed += piece.byteLength
      if (filled < size) continue
      yield block
      block = Buffer.allocUnsafeSlow(size)
      filled = 0
      isFirst = false
    }
  }
  if (filled > 0 || isFirst) yield block.subarray(0, filled)
  return undefined
}
