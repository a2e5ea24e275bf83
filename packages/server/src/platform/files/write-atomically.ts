import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Readers see the file completely or not at all, and once this resolves it survives a power failure. `draftDirectory`
 * is on the same file system; what a killed process leaves there is swept. Only the owner may read the file. Returns
 * its size.
 */
export async function writeAtomically(
  target: string,
  content: Uint8Array | Readable,
  draftDirectory: string,
  signal?: AbortSignal,
): Promise<number> {
  const directory = path.dirname(target)
  await makeDirectories(draftDirectory, directory)
  const draft = path.join(draftDirectory, `${randomUUID()}.draft`)
  try {
    const size = await writeAndSync(draft, content, signal)
    await rename(draft, target)
    await syncDirectory(directory)
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeAndSync(file: string, content: Uint8Array | Readable, signal?: AbortSignal): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content, { signal })
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

export async function makeDirectories(...directories: string[]): Promise<void> {
  for (const directory of directories) {
    const first = await mkdir(directory, { recursive: true, mode: 0o700 })
    // The name of the new folder is stored in its parent folder.
    if (first !== undefined) await syncDirectory(path.dirname(first))
  }
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
