/**
 * Archives from outside. The directory at the end of the archive decides everything before a byte is unpacked: the
 * number of files, their sizes, and whether they overlap (a bomb unpacks the same bytes many times). The bytes then
 * read are checked against what was declared. Nothing is ever written under a name from an archive.
 */
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { AddNote } from '../../report.ts'
import { ImportFault } from '../import-fault.ts'
import type { ImportEntry } from './import-entry.ts'
import { parseLimits } from '../import-limits.ts'
import { extensionOfPath, safePath } from './safe-path.ts'

export type OpenZip = {
  readonly entries: readonly ImportEntry[]
  /** Archives to open in place of this one: Notion sends an archive that contains only the parts of the export. */
  readonly innerArchives: readonly ImportEntry[]
  readonly close: () => void
}

export async function openZip(file: string, addNote: AddNote): Promise<OpenZip> {
  const zip = await openArchive(file)
  try {
    if (zip.entryCount > parseLimits.entries) throw new ImportFault('zip_too_many')
    const listed = await listEntries(zip)
    requireConsistentEntries(listed)
    const seen = new Set<string>()
    const accepted = listed.flatMap((entry): ImportEntry[] => {
      const path = acceptedPath(entry, addNote)
      if (path === null) return []
      if (seen.has(path)) {
        addNote('name_twice', path)
        return []
      }
      seen.add(path)
      return [{ path, size: entry.uncompressedSize, open: () => openEntry(zip, entry) }]
    })
    const entries = accepted.filter(({ path }) => !isArchive(path))
    const archives = accepted.filter(({ path }) => isArchive(path))
    const isOfParts = entries.length === 0 && archives.every(({ path }) => extensionOfPath(path) === 'zip')
    for (const { path } of isOfParts ? [] : archives) addNote('archive_inside', path)
    return { entries, innerArchives: isOfParts ? archives : [], close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openArchive(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    })
  } catch (error) {
    throw new ImportFault('not_a_zip', { cause: error })
  }
}

const listEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    let unpacked = 0
    zip.on('error', (error: unknown) => reject(new ImportFault('not_a_zip', { cause: error })))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      if (unpacked > parseLimits.unpackedBytes) return reject(new ImportFault('zip_too_large'))
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

/** A local header has 30 bytes, followed by the name and the bytes of the file. */
const localHeaderBytes = 30

function requireConsistentEntries(entries: readonly Entry[]): void {
  const inFileOrder = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of inFileOrder) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ImportFault('zip_hostile')
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Null for folders, for files that programs leave behind, and for entries that are not accepted. */
function acceptedPath(entry: Entry, addNote: AddNote): string | null {
  const name = decodeName(entry)
  if (/[/\\]$/.test(name)) return null
  const path = safePath(name)
  if (path === null) {
    addNote('name_unsafe', name)
    return null
  }
  if (/(?:^|\/)(?:__MACOSX\/|\.[^/]+$|Thumbs\.db$|desktop\.ini$)/.test(path)) return null
  // A symbolic link, as Unix programs store it.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) {
    addNote('symbolic_link', path)
    return null
  }
  if (entry.isEncrypted()) {
    addNote('encrypted', path)
    return null
  }
  return path
}

/** An archive among the pages contains pages; one among attachments is an attachment. */
const isArchive = (path: string): boolean =>
  ['zip', '7z', 'rar', 'gz', 'tgz', 'tar'].includes(extensionOfPath(path)) &&
  !/(?:^|\/)(?:attachments|uploads|files|images|assets)\//i.test(path)

/** UTF-8 if the archive declares it or the bytes are valid; otherwise the DOS encoding. */
function decodeName(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw)
  } catch {
    return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  }
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry)
