/**
 * The spool in the origin private file system: a folder per recording with its facts and a file per chunk. A file is
 * written aside and appears when it is closed, so that a crash leaves whole chunks only.
 */
import type { RecordingFacts, Spool, SpooledRecording } from './capture-ports.ts'

const folderName = 'recordings'
const factsName = 'recording.json'

/** '000012-12045': the thirteenth chunk, up to 12.045 s. */
const chunkName = (index: number, elapsed: number): string => `${String(index).padStart(6, '0')}-${elapsed}`
const chunkPattern = /^\d{6}-(\d+)$/
const elapsedOf = (name: string): number => Number(chunkPattern.exec(name)?.[1] ?? 0)

/** Older versions of Safari, and pages over plain http, cannot write files. */
export const isSpoolSupported = (): boolean =>
  navigator.storage?.getDirectory !== undefined &&
  'FileSystemFileHandle' in globalThis &&
  'createWritable' in FileSystemFileHandle.prototype

export function opfsSpool(): Spool {
  const root = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true })
  const folderOf = async (id: string) => (await root()).getDirectoryHandle(id)

  /** One change after another, because each reads what the previous one wrote. */
  let updated: Promise<unknown> = Promise.resolve()

  const readFacts = async (id: string): Promise<RecordingFacts> => {
    const file = await (await (await folderOf(id)).getFileHandle(factsName)).getFile()
    return JSON.parse(await file.text()) as RecordingFacts
  }
  const describe = async (id: string): Promise<SpooledRecording> => {
    const [facts, chunks] = await Promise.all([readFacts(id), readChunks(await folderOf(id))])
    return {
      ...facts,
      bytes: chunks.reduce((sum, { size }) => sum + size, 0),
      elapsed: elapsedOf(chunks.at(-1)?.name ?? ''),
    }
  }

  return {
    async create(facts) {
      const folder = await (await root()).getDirectoryHandle(facts.id, { create: true })
      await writeFile(folder, factsName, new Blob([JSON.stringify(facts)]))
      let count = 0
      return { append: (chunk, elapsed) => writeFile(folder, chunkName(count++, elapsed), chunk) }
    },
    async list(owner) {
      const found: SpooledRecording[] = []
      for (const id of await namesIn(await root())) {
        // Its first write was interrupted, or it was removed since.
        const recording = await describe(id).catch(() => null)
        if (recording?.owner === owner) found.push(recording)
      }
      return found.sort((one, other) => one.startedAt - other.startedAt)
    },
    async read(id) {
      try {
        const [{ mime }, chunks] = await Promise.all([readFacts(id), readChunks(await folderOf(id))])
        return chunks.length === 0 ? null : new Blob(chunks, { type: mime })
      } catch {
        return null
      }
    },
    update(id, change) {
      const write = async () => {
        const facts = { ...(await readFacts(id)), ...change }
        await writeFile(await folderOf(id), factsName, new Blob([JSON.stringify(facts)]))
      }
      const written = updated.then(write)
      updated = written.catch(() => undefined)
      return written
    },
    async remove(id) {
      await (await root()).removeEntry(id, { recursive: true }).catch(() => undefined)
    },
  }
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<Blob> {
  const handle = await folder.getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  try {
    await writable.write(content)
    await writable.close()
  } catch (error) {
    await folder.removeEntry(name).catch(() => undefined)
    throw error
  }
  return handle.getFile()
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

async function readChunks(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const names = (await namesIn(folder)).filter((name) => chunkPattern.test(name)).sort()
  const files = await Promise.all(names.map(async (name) => (await folder.getFileHandle(name)).getFile()))
  // The file of a chunk exists, empty, before its content does.
  return files.filter(({ size }) => size > 0)
}
