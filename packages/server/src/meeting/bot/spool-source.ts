/** A recording that grows in a file, for the uploader: hours of it take no memory, and a slow server costs nothing. */
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { UploadSource } from '@knowreel/recorder/upload/upload-source.ts'

export type SpoolSource = UploadSource & {
  append(chunk: Buffer): Promise<void>
  /** No more data will come. */
  end(): void
  remove(): Promise<void>
}

export async function openSpool(file: string): Promise<SpoolSource> {
  const handle = await open(file, 'w+', 0o600)
  let bytes = 0
  let isWhole = false
  let written: Promise<void> = Promise.resolve()
  let waiting: (() => void)[] = []
  const tell = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return {
    name: '',
    mime: '',
    append(chunk) {
      written = written.then(async () => {
        await handle.write(chunk, 0, chunk.length, bytes)
        bytes += chunk.length
        tell()
      })
      return written
    },
    end() {
      isWhole = true
      tell()
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
    async remove() {
      waiting = []
      await handle.close().catch(() => undefined)
      await rm(file, { force: true })
    },
  }
}

/** Longer than any call and the upload of its recording. */
const forgottenAfterMs = 12 * 60 * 60_000

/** Processes that were killed leave their folders behind; what they had uploaded is a recording already. */
export async function removeForgotten(directory: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const folder = path.join(directory, name)
    const inside = await readdir(folder).catch(() => [])
    const changes = await Promise.all([folder, ...inside.map((file) => path.join(folder, file))].map(changedAt))
    if (Math.max(...changes) < now - forgottenAfterMs) await rm(folder, { recursive: true, force: true })
  }
}

const changedAt = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.mtimeMs ?? 0
