/**
 * A file that is written over days, in pieces, over connections that break. It only grows, or is cut to a known good
 * length, so its length after a crash shows how much of it is valid.
 */
import { open, truncate, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { makeDirectories, syncDirectory } from './write-atomically.ts'

/** Socket chunks are small; disks are faster with larger writes. */
const batchBytes = 1 << 20
/** Bounds the unwritten data in the page cache, because the sender waits for it at the end of a piece. */
const flushBytes = 8 << 20

export async function appendToFile(
  file: string,
  position: number,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const handle = await openForAppend(file)
  try {
    const { size } = await handle.stat()
    if (position > size) throw new RangeError('A file has no holes')
    try {
      await writeFrom(handle, position, content)
    } finally {
      await handle.sync()
    }
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

export async function syncFile(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

export const truncateFile = (file: string, length: number): Promise<void> => truncate(file, length)

async function openForAppend(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r+')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  await makeDirectories(path.dirname(file))
  // Another request may have created it in the meantime.
  const handle = await open(file, 'a', 0o600)
  await handle.close()
  await syncDirectory(path.dirname(file))
  return open(file, 'r+')
}

/**
 * One batch is written while the next one arrives. Both buffers are reused for the whole piece and chunks are copied
 * into them: otherwise, collecting the small chunks costs more than writing.
 */
async function writeFrom(handle: FileHandle, start: number, content: AsyncIterable<Uint8Array>): Promise<void> {
  let position = start
  let [batch, other] = [Buffer.allocUnsafeSlow(batchBytes), Buffer.allocUnsafeSlow(batchBytes)]
  let filled = 0
  let unflushed = 0
  let writing: Promise<unknown> = Promise.resolve()
  let flushing: Promise<unknown> = Promise.resolve()

  const write = async () => {
    await writing
    writing = writeAll(handle, batch.subarray(0, filled), position)
    // The failure is reported where this is awaited; until then it must not count as an unhandled rejection.
    writing.catch(() => undefined)
    position += filled
    unflushed += filled
    filled = 0
    ;[batch, other] = [other, batch]
    if (unflushed < flushBytes) return
    unflushed = 0
    await flushing
    flushing = handle.datasync()
    flushing.catch(() => undefined)
  }

  try {
    for await (const chunk of content) {
      for (let consumed = 0; consumed < chunk.byteLength;) {
        const piece = chunk.subarray(consumed, consumed + batchBytes - filled)
        batch.set(piece, filled)
        filled += piece.byteLength
        consumed += piece.byteLength
        if (filled === batchBytes) await write()
      }
    }
  } finally {
    if (filled > 0) await write()
    await writing
    await flushing
  }
}

/** A full disk accepts part of a write and reports the reason with the next one. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}
