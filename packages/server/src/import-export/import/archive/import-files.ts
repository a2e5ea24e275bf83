/** All files of an import, whether uploaded individually or in archives; read one at a time. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importLimits } from '@knowreel/shared/import-export/import-export.rules.ts'
import type { FileStorage } from '../../../platform/files/index.ts'
import type { ImportSource } from '../../import-export.tables.ts'
import type { AddNote } from '../../report.ts'
import type { ImportEntry, ImportFiles } from './import-entry.ts'
import { ImportFault } from '../import-fault.ts'
import { parseLimits } from '../import-limits.ts'
import { folderOf, safePath, withoutExtension } from './safe-path.ts'
import { openZip, type OpenZip } from './zip-source.ts'

/** Provides the files while `work` runs. */
export async function withImportFiles<Result>(
  storage: FileStorage,
  sources: readonly ImportSource[],
  addNote: AddNote,
  work: (files: ImportFiles) => Promise<Result>,
): Promise<Result> {
  const found = new Map<string, ImportEntry>()
  const closers: (() => void)[] = []
  let unpacked = 0
  const add = (entry: ImportEntry): void => {
    if (found.has(entry.path)) return addNote('name_twice', entry.path)
    unpacked += entry.size
    if (unpacked > parseLimits.unpackedBytes) throw new ImportFault('zip_too_large')
    if (found.size >= parseLimits.entries) throw new ImportFault('zip_too_many')
    found.set(entry.path, entry)
  }
  const openArchive = async (file: string): Promise<OpenZip> => {
    const zip = await openZip(file, addNote)
    closers.push(zip.close)
    return zip
  }
  /** Files of nested export parts are added in place. Nesting is followed once: parts of parts are skipped. */
  const addParts = async (parts: readonly ImportEntry[], prefix: string, folder: string): Promise<void> => {
    for (const [index, part] of parts.entries()) {
      const zip = await openArchive(await unpackPart(part, path.join(folder, `${index}.zip`)))
      const parent = folderOf(part.path)
      for (const entry of zip.entries) add({ ...entry, path: prefix + (parent && `${parent}/`) + entry.path })
      for (const inner of zip.innerArchives) addNote('archive_inside', inner.path)
    }
  }
  const next = async ([source, ...rest]: readonly ImportSource[]): Promise<Result> => {
    if (source === undefined) return work(found)
    const key = source.key
    const used =
      key === null
        ? null
        : await storage.withLocalFile(key, async (file) => {
            if (await isZip(file)) {
              const zip = await openArchive(file)
              // Different archives may contain files with the same name.
              const prefix = sources.length > 1 ? `${withoutExtension(safePath(source.name) ?? 'Archive')}/` : ''
              for (const entry of zip.entries) add({ ...entry, path: prefix + entry.path })
              if (zip.innerArchives.length > 0)
                return storage.withFolder(async (folder) => {
                  await addParts(zip.innerArchives, prefix, folder)
                  return { result: await next(rest) }
                })
            } else {
              const { size } = await stat(file)
              add({ path: safePath(source.name) ?? 'Page', size, open: () => Promise.resolve(createReadStream(file)) })
            }
            return { result: await next(rest) }
          })
    if (used === null) throw new ImportFault('source_gone')
    return used.result
  }
  try {
    return await next(sources)
  } finally {
    for (const close of closers) close()
  }
}

async function unpackPart(part: ImportEntry, file: string): Promise<string> {
  if (part.size > importLimits.bytes) throw new ImportFault('zip_too_large')
  try {
    await pipeline(await part.open(), createWriteStream(file, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    throw new ImportFault('not_a_zip', { cause: error })
  }
  return file
}

async function isZip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    // Also an archive without any entry.
    return bytesRead === 4 && buffer[0] === 0x50 && buffer[1] === 0x4b && (buffer[2] === 3 || buffer[2] === 5)
  } finally {
    await handle.close()
  }
}

/**
 * Null if it is larger than `most`. Throws if it cannot be read, or contains more than it declares. The bytes have their
 * memory to themselves, and can move into a thread.
 */
export async function readBytes(entry: ImportEntry, most: number): Promise<Buffer<ArrayBuffer> | null> {
  if (entry.size > most) return null
  // Filled piece by piece: joining the pieces of a large file at the end would block the event loop.
  const bytes = Buffer.allocUnsafeSlow(entry.size)
  let size = 0
  for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
    if (size + chunk.length > bytes.length) throw new Error('The file is larger than declared')
    size += chunk.copy(bytes, size)
  }
  return bytes.subarray(0, size)
}
