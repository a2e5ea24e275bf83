/**
 * Writes an archive into storage, one entry after the other, so that no more than one chunk of one entry is in memory.
 */
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { FileKey, FileStorage } from '../../platform/files/index.ts'

export type ArchiveWriter = {
  addText(path: string, text: string): Promise<void>
  /** `size` in bytes: above 4 GB an entry needs a different header. */
  addFile(path: string, content: Readable, size: number): Promise<void>
  /** Returns the size in bytes once the file is stored. */
  end(): Promise<number>
  /** Nothing of it remains. */
  abort(error: unknown): Promise<void>
}

/** A fixed date, so that the same content gives the same archive. */
const mtime = new Date('2020-01-01T00:00:00Z')

export function openArchive(files: FileStorage, key: FileKey, signal: AbortSignal): ArchiveWriter {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const failed = new AbortController()
  // Storage may not have attached its error listener yet when the archive is aborted; `saved` reports the failure.
  output.on('error', () => {})
  zip.on('error', (error: unknown) => {
    failed.abort(error)
    output.destroy(asError(error))
  })
  const saved = files.put(key, output, { signal })
  saved.catch((error: unknown) => failed.abort(error))

  const add = async (path: string, content: Readable, options: { size: number; compress: boolean }) => {
    const passed = new PassThrough()
    zip.addReadStream(passed, path, { ...options, mtime, mode: 0o100644 })
    await pipeline(content, passed, { signal: failed.signal, end: true })
    if (!passed.readableEnded) await once(passed, 'end', { signal: failed.signal })
  }

  return {
    async addText(path, text) {
      const bytes = Buffer.from(text)
      await add(path, Readable.from([bytes], { objectMode: false }), { size: bytes.length, compress: true })
    },
    addFile: (path, content, size) => add(path, content, { size, compress: false }),
    async end() {
      zip.end()
      return saved
    },
    async abort(error) {
      output.destroy(asError(error))
      await saved.catch(() => undefined)
      await files.remove(key)
    },
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
