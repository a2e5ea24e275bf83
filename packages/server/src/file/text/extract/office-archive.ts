/**
 * The parts of a document that is a ZIP archive. The directory of the archive decides before a byte is unpacked, and
 * yauzl checks what is unpacked against it. Parts are found by their exact name, so names of entries lead nowhere.
 */
import { Parser, type Handler } from 'htmlparser2'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { readLimits, ReadFault } from '../attachment-text.ts'

export type OfficeArchive = {
  has(name: string): boolean
  /** Calls the handler for each tag and text of an XML part; does nothing if the part is missing. */
  parse(name: string, handler: Partial<Handler>): Promise<void>
}

export async function openOfficeArchive(bytes: Buffer): Promise<OfficeArchive> {
  let zip: ZipFile
  const entries = new Map<string, Entry>()
  try {
    zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    if (zip.entryCount > readLimits.entries) throw new ReadFault('too_large')
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    throw error instanceof ReadFault ? error : new ReadFault('damaged', { cause: error })
  }
  if ([...entries.values()].some((entry) => entry.isEncrypted())) throw new ReadFault('encrypted')

  let unpacked = 0
  return {
    has: (name) => entries.has(name),
    async parse(name, handler) {
      const entry = entries.get(name)
      if (entry === undefined) return
      unpacked += entry.uncompressedSize
      if (unpacked > Math.min(readLimits.unpackedBytes, bytes.length * readLimits.ratio))
        throw new ReadFault('too_large')
      const parser = new Parser(handler, { xmlMode: true, decodeEntities: true })
      const decoder = new TextDecoder()
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry))
          parser.write(decoder.decode(chunk as Buffer, { stream: true }))
      } catch (error) {
        throw error instanceof ReadFault ? error : new ReadFault('damaged', { cause: error })
      }
      parser.end(decoder.decode())
    },
  }
}

/** Targets by id, of the relations of a part. */
export async function readRelations(
  archive: OfficeArchive,
  folder: string,
  part: string,
): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await archive.parse(`${folder}/_rels/${part}.rels`, {
    onopentag(name, { Id: id, Target: target }) {
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      targets.set(id, target.startsWith('/') ? target.slice(1) : `${folder}/${target}`)
    },
  })
  return targets
}
