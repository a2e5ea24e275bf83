/**
 * Archives from outside. The directory at the end of the archive decides everything before a byte is unpacked: the
 * number of files, their sizes, and whether they overlap (a bomb unpacks the same bytes many times). The bytes then
 * read are checked against what was declared. Nothing is ever written under a name from an archive.
 */
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { ReportNote } from '../../report.ts'
import { ImportFault } from '../import-fault.ts'
import type { ImportEntry } from './import-entry.ts'
import { readingLimits } from '../import-limits.ts'
import { endingOfPath, safePath } from './safe-path.ts'

export type OpenZip = {
  readonly entries: readonly ImportEntry[]
  /** Archives to open in place of this one: Notion sends an archive that contains only the parts of the export. */
  readonly parts: readonly ImportEntry[]
  readonly close: () => void
}

export async function openZip(file: string, tell: ReportNote): Promise<OpenZip> {
  const zip = await begin(file)
  try {
    if (zip.entryCount > readingLimits.entries) throw new ImportFault('zip_too_many')
    const listed = await listEntries(zip)
    requireHonest(listed)
    const seen = new Set<string>()
    const taken = listed.flatMap((entry): ImportEntry[] => {
      const path = usedPath(entry, tell)
      if (path === null) return []
      if (seen.has(path)) {
        tell('name_twice', path)
        return []
      }
      seen.add(path)
      return [{ path, size: entry.uncompressedSize, open: () => openEntry(zip, entry) }]
    })
    const entries = taken.filter(({ path }) => !isArchive(path))
    const archives = taken.filter(({ path }) => isArchive(path))
    const isOfParts = entries.length === 0 && archives.every(({ path }) => endingOfPath(path) === 'zip')
    for (const { path } of isOfParts ? [] : archives) tell('archive_inside', path)
    return { entries, parts: isOfParts ? archives : [], close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function begin(file: string): Promise<ZipFile> {
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
      if (unpacked > readingLimits.unpackedBytes) return reject(new ImportFault('zip_too_large'))
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

/** A local header has 30 bytes, followed by the name and the bytes of the file. */
const headBytes = 30

function requireHonest(entries: readonly Entry[]): void {
  const inPlace = entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of inPlace) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ImportFault('zip_hostile')
    end = entry.relativeOffsetOfLocalHeader + headBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Null for folders, for files that programs leave behind, and for entries that are not accepted. */
function usedPath(entry: Entry, tell: ReportNote): string | null {
  const name = nameOf(entry)
  if (/[/\\]$/.test(name)) return null
  const path = safePath(name)
  if (path === null) {
    tell('name_unsafe', name)
    return null
  }
  if (/(?:^|\/)(?:__MACOSX\/|\.[^/]+$|Thumbs\.db$|desktop\.ini$)/.test(path)) return null
  // A symbolic link, as Unix programs store it.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) {
    tell('symbolic_link', path)
    return null
  }
  if (entry.isEncrypted()) {
    tell('encrypted', path)
    return null
  }
  return path
}

/** An archive among the pages contains pages; one among attachments is an attachment. */
const isArchive = (path: string): boolean =>
  ['zip', '7z', 'rar', 'gz', 'tgz', 'tar'].includes(endingOfPath(path)) &&
  !/(?:^|\/)(?:attachments|uploads|files|images|assets)\//i.test(path)

/** UTF-8 if the archive declares it or the bytes are valid; otherwise the DOS encoding. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw)
  } catch {
    return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  }
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> => zip.openReadStreamPromise(entry)
