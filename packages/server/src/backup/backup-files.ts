import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { StartupError } from '../platform/config/startup-error.ts'
import { isFileKey, type FileKey, type FileStorage } from '../platform/files/index.ts'
import { fileListPath, filePath, type Manifest } from './manifest.ts'

/** Counts and hashes what passes. */
function createMeter() {
  const hash = createHash('sha256')
  let size = 0
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  return { measure, result: () => ({ size, sha256: hash.digest('hex') }) }
}

const parallelCopies = 4

/** Copies these files from the storage and lists them. `isNeeded`: counts as missing if the storage does not have it. */
export async function copyFilesToBackup(
  files: Pick<FileStorage, 'read'>,
  keys: ReadonlyMap<FileKey, { readonly isNeeded: boolean }>,
  folder: string,
): Promise<Manifest['files']> {
  const list = createWriteStream(fileListPath(folder), { mode: 0o600, flush: true })
  const listHash = createHash('sha256')
  const total = { count: 0, bytes: 0, missing: 0 }
  const queue = keys.entries()
  const work = async () => {
    for (const [key, { isNeeded }] of queue) {
      const source = await files.read(key)
      if (source === null) {
        if (isNeeded) total.missing++
        continue
      }
      const target = filePath(folder, key)
      await mkdir(path.dirname(target), { recursive: true })
      const meter = createMeter()
      await pipeline(source, meter.measure, createWriteStream(target, { mode: 0o600, flush: true }))
      const { size, sha256 } = meter.result()
      total.count++
      total.bytes += size
      const line = `${key}\t${size}\t${sha256}\n`
      listHash.update(line)
      list.write(line)
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, work))
  list.end()
  await finished(list)
  return { ...total, sha256: listHash.digest('hex') }
}

type ListedFile = { readonly key: FileKey; readonly size: number; readonly sha256: string }

/** Throws a StartupError if the list differs from the manifest. */
export async function* readFileList(folder: string, manifest: Manifest): AsyncGenerator<ListedFile> {
  const hash = createHash('sha256')
  const damaged = new StartupError(`${fileListPath(folder)} is damaged.`)
  const list = await open(fileListPath(folder))
  for await (const line of list.readLines()) {
    hash.update(`${line}\n`)
    const [key = '', size, sha256 = ''] = line.split('\t')
    if (!isFileKey(key)) throw damaged
    yield { key, size: Number(size), sha256 }
  }
  if (hash.digest('hex') !== manifest.files.sha256) throw damaged
}

/** Refuses a storage that already has files in the folders of the backup. */
export async function requireEmptyStorage(files: Pick<FileStorage, 'list'>, folder: string, manifest: Manifest) {
  const checked = new Set<string>()
  for await (const { key } of readFileList(folder, manifest)) {
    const [name = ''] = key.split('/')
    if (checked.has(name)) continue
    checked.add(name)
    for await (const found of files.list(name))
      throw new StartupError(`The file storage is not empty: it has ${found.key}. Restore into an empty one.`)
  }
}

/** Throws a StartupError that names a damaged file, which is then not in the storage. */
export async function restoreFile(
  files: Pick<FileStorage, 'put' | 'remove'>,
  { key, size, sha256 }: ListedFile,
  folder: string,
): Promise<void> {
  const meter = createMeter()
  const content = meter.measure(createReadStream(filePath(folder, key)))
  await files.put(key, Readable.from(content, { objectMode: false })).catch((error: unknown) => {
    if (existsSync(filePath(folder, key))) throw error
    throw new StartupError(`${filePath(folder, key)} is missing.`)
  })
  const found = meter.result()
  if (found.size === size && found.sha256 === sha256) return
  await files.remove(key)
  throw new StartupError(`${filePath(folder, key)} is damaged: it differs from files.tsv.`)
}
