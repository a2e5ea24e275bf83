/**
 * A file appears with the last request that writes it, so that readers see it whole or not at all. Small ones are one
 * request; others go in blocks, some at a time, and what a killed process left of them is swept.
 */
import type { S3Bucket } from './s3-bucket.ts'

/** With 10,000 blocks at most, four times what the largest recording needs. Storages want 5 MiB or more. */
const blockBytes = 8 << 20
const atOnce = 3

export async function putWhole(
  bucket: S3Bucket,
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  const blocks = inBlocks(content, blockBytes)
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
      // Whoever awaits it gets the failure; until then it must not count as nobody's.
      sent.catch(() => undefined)
    }
    send(first, 1)
    for (let number = 2; ; number++) {
      const { value, done } = await blocks.next()
      if (done === true) break
      if (underway.size >= atOnce) await Promise.race(underway)
      send(value, number)
    }
    await Promise.all(underway)
    signal?.throwIfAborted()
    await bucket.endUpload(name, id, tags, size)
    return size
  } catch (error) {
    // A part that arrives after the end would stay, and cost. Where this fails too, the sweep finds it.
    await Promise.allSettled(underway)
    await bucket.abortUpload(name, id).catch(() => undefined)
    throw error
  }
}

/** The same bytes in blocks of one size; the last is smaller, and there is one also where there are no bytes. */
async function* inBlocks(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array, undefined> {
  let block = Buffer.allocUnsafeSlow(size)
  let filled = 0
  let isFirst = true
  for await (const chunk of content) {
    for (let taken = 0; taken < chunk.byteLength;) {
      const piece = chunk.subarray(taken, taken + size - filled)
      block.set(piece, filled)
      filled += piece.byteLength
      taken += piece.byteLength
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
