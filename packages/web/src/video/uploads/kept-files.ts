/**
 * Copies of files in the browser's own folder, so that an upload goes on after a restart without asking for anything. They
 * are written once, beside the upload; one that was broken off is not there. Larger files are left to their handle, or to
 * the person.
 */
import { hasSameContent, keptFileOf, type JournalEntry } from '@knowreel/recorder/upload/index.ts'

/** Bytes. A copy costs the disk as much again for as long as the upload takes. */
const mostCopied = 2_000_000_000
const folderName = 'uploads'

export type KeptFiles = {
  /** Gives whether the file is there after a restart. */
  keep(id: string, file: File, signal: AbortSignal): Promise<boolean>
  /** `mayAsk` within a click, where the browser may show its question. */
  find(entry: JournalEntry, options: { mayAsk: boolean }): Promise<File | null>
  forget(id: string): Promise<void>
  /** Forgets all but these. */
  sweep(ids: readonly string[]): Promise<void>
}

async function folder(): Promise<FileSystemDirectoryHandle | null> {
  // Pages on plain http have none.
  const root = await navigator.storage?.getDirectory?.()
  return (await root?.getDirectoryHandle(folderName, { create: true })) ?? null
}

async function hasRoom(bytes: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return bytes <= mostCopied && quota - usage > bytes * 2
}

export const browserKeptFiles: KeptFiles = {
  async keep(id, file, signal) {
    try {
      const place = await folder()
      if (place === null || !(await hasRoom(file.size))) return false
      const handle = await place.getFileHandle(id, { create: true })
      await file.stream().pipeTo(await handle.createWritable(), { signal })
      return true
    } catch {
      // No room after all, or given up: the upload itself goes on.
      return false
    }
  },
  async find(entry, { mayAsk }) {
    try {
      const place = await folder()
      const copy = await (await place?.getFileHandle(entry.id))?.getFile()
      if (copy && (await hasSameContent(entry, copy))) return copy
    } catch {
      // There is no copy.
    }
    return keptFileOf(entry, { mayAsk })
  },
  async forget(id) {
    await (await folder().catch(() => null))?.removeEntry(id).catch(() => undefined)
  },
  async sweep(ids) {
    const place = await folder().catch(() => null)
    if (place === null) return
    const kept = new Set(ids)
    const names: string[] = []
    for await (const name of place.keys()) names.push(name)
    for (const name of names) if (!kept.has(name)) await place.removeEntry(name).catch(() => undefined)
  },
}

/** After signing out nothing of a recording stays behind on this computer. Who comes back chooses the file again. */
export const forgetKeptFiles = (): Promise<void> => browserKeptFiles.sweep([])
