/** A recording that grows in a file, for the uploader: hours of it take no memory, and a slow server costs nothing. */
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { UploadSource } from '@knowreel/recorder/upload/upload-source.ts'

export type SpoolSource = UploadSource & {
  append(chunk: Buffer): Promise<void>
  /** No more data will come. */
  end(): void
  /** Keeps the file. */
  close(): Promise<void>
  remove(): Promise<void>
}

export async function openSpool(file: string, openFile: typeof open = open): Promise<SpoolSource> {
  const handle = await openFile(file, 'w+', 0o600)
  let bytes = 0
  let isWhole = false
  let written: Promise<void> = Promise.resolve()
  let waiting: (() => void)[] = []
  const notifyWaiting = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const close = async () => {
    waiting = []
    await handle.close().catch(() => undefined)
  }
  return {
    name: '',
    mime: '',
    append(chunk) {
      written = written.then(async () => {
        await writeAll(handle, chunk, bytes)
        bytes += chunk.length
        notifyWaiting()
      })
      return written
    },
    end() {
      isWhole = true
      notifyWaiting()
    },
    extent: () => ({ bytes, isComplete: isWhole }),
    async slice(start, end) {
      const part = Buffer.alloc(end - start)
      await handle.read(part, 0, part.length, start)
      return new Blob([part])
    },
    waitForChange: (signal) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
    close,
    async remove() {
      await close()
      await rm(file, { force: true })
    },
  }
}

/** A disk that becomes full accepts only the beginning of a chunk before it refuses. */
async function writeAll(handle: Pick<FileHandle, 'write'>, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;)
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten
}
