/**
 * Outline's JSON export: one file for each collection, with the tree of its documents and their text as data. Each
 * document becomes an HTML page in a folder named after its parent, so that the rest of the import needs no special
 * case.
 */
import { Readable } from 'node:stream'
import type { AddNote } from '../report.ts'
import type { ImportEntry, ImportFiles } from './archive/import-entry.ts'
import { readBytes } from './archive/import-files.ts'
import { baseName, extensionOfPath, folderOf } from './archive/safe-path.ts'
import { readOutlineCollection } from './page/page-reader.ts'

const maxBytes = 50_000_000

export async function withOutlinePages(files: ImportFiles, addNote: AddNote): Promise<ImportFiles> {
  const pages = new Map<string, ImportEntry>([...files].filter(([path]) => extensionOfPath(path) !== 'json'))
  for (const [path, entry] of files) {
    if (extensionOfPath(path) !== 'json' || baseName(path) === 'metadata.json') continue
    const collection = await readBytes(entry, maxBytes).catch(() => null)
    const isRead =
      collection !== null &&
      (await readOutlineCollection(collection, folderOf(path), (page) => {
        const { path: pagePath, bytes } = page
        pages.set(pagePath, {
          path: pagePath,
          size: bytes.length,
          open: () => Promise.resolve(Readable.from([Buffer.from(bytes)])),
        })
      }))
    if (!isRead) addNote('page_unreadable', path)
  }
  return pages
}
