/**
 * Copies of files in the origin private file system, so that an upload resumes after a restart without asking. They are
 * written once, during the upload; an incomplete copy does not count. Larger files rely on their handle or on being
 * chosen again.
 */
import { hasSameContent, readPersistedFile, type JournalEntry } from '@knowreel/recorder/upload/index.ts'

/** In bytes. A copy takes the same disk space again for as long as the upload lasts. */
const maxCopyBytes = 2_000_000_000
const folderName = 'uploads'

export type PersistedFiles = {
  /** Resolves to whether the file is available after a restart. */
  persist(id: string, file: File, signal: AbortSignal): Promise<boolean>
  /** `mayAsk` is true within a click, when the browser may show its permission prompt. */
  find(entry: JournalEntry, options: { mayAsk: boolean }): Promise<File | null>
  remove(id: string): Promise<void>
  /** Deletes all copies but these. */
  sweep(ids: readonly string[]): Promise<void>
}

async function folder(): Promise<FileSystemDirectoryHandle | null> {
  // Not available on plain http.
  const root = await navigator.storage?.getDirectory?.()
  return (await root?.getDirectoryHandle(folderName, { create: true })) ?? null
}

async function hasSpace(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return bytes <= maxCopyBytes && quota - usage > bytes * 2
}

export const browserPersistedFiles: PersistedFiles = {
  async persist(id, file, signal) {
    try {
      const directory = await folder()
      if (directory === null || !(await hasSpace(file.size))) return false
      const handle = await directory.getFileHandle(id, { create: true })
      await file.stream().pipeTo(await handle.createWritable(), { signal })
      return true
    } catch {
      // No disk space, or cancelled: the upload itself continues.
      return false
    }
  },
  async find(entry, { mayAsk }) {
    try {
      const directory = await folder()
      const copy = await (await directory?.getFileHandle(entry.id))?.getFile()
      if (copy && (await hasSameContent(entry, copy))) return copy
    } catch {
      // There is no copy.
    }
    return readPersistedFile(entry, { mayAsk })
  },
  async remove(id) {
    await (await folder().catch(() => null))?.removeEntry(id).catch(() => undefined)
  },
  async sweep(ids) {
    const directory = await folder().catch(() => null)
    if (directory === null) return
    const kept = new Set(ids)
    const names: string[] = []
    for await (const name of directory.keys()) names.push(name)
    for (const name of names) if (!kept.has(name)) await directory.removeEntry(name).catch(() => undefined)
  },
}

/** No recording stays on this computer after signing out. The file must be chosen again after the next sign-in. */
export const deletePersistedFiles = (): Promise<void> => browserPersistedFiles.sweep([])
