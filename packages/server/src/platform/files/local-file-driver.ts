import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileDriver } from './file-driver.ts'
import { isFileKey, type FileKey } from './file-key.ts'
import { truncateFile, appendToFile, syncFile } from './appendable-file.ts'
import { moveAtomically, nullIfMissing, sweepTempFiles, withFolder } from './temp-files.ts'
import { writeAtomically } from './write-atomically.ts'

export async function createLocalFileDriver(directory: string): Promise<FileDriver> {
  const drafts = path.join(directory, 'drafts')
  await sweepTempFiles(drafts)
  const pathOf = (key: FileKey) => {
    if (!isFileKey(key)) throw new TypeError('This is not a key of a file')
    return path.join(directory, key)
  }
  return {
    put: (key, content, { signal } = {}) => writeAtomically(pathOf(key), content, drafts, signal),
    async find(key) {
      const facts = await nullIfMissing(stat(pathOf(key)))
      return facts && { size: facts.size, modifiedAt: facts.mtime }
    },
    async read(key, range) {
      const handle = await nullIfMissing(open(pathOf(key), 'r'))
      return handle && handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    append: (key, position, content) => appendToFile(pathOf(key), position, content),
    sync: async (key) => (await nullIfMissing(syncFile(pathOf(key)))) ?? 0,
    truncate: (key, length) => truncateFile(pathOf(key), length),
    list: (folder) => listFolder(directory, folder),
    withLocalFile: async (key, work) => ((await nullIfMissing(stat(pathOf(key)))) ? work(pathOf(key)) : null),
    withFolder: (use) => withFolder(drafts, use),
    putLocalFile: (key, file, options) => moveAtomically(file, pathOf(key), options),
    sweepTempFiles: () => sweepTempFiles(drafts),
    async check() {
      const probe = path.join(drafts, `probe-${process.pid}`)
      await writeAtomically(probe, Buffer.from('?'), drafts)
      await rm(probe)
    },
    close: () => Promise.resolve(),
  }
}

async function* listFolder(directory: string, folder: string) {
  for (const spread of (await nullIfMissing(readdir(path.join(directory, folder)))) ?? []) {
    for (const name of (await nullIfMissing(readdir(path.join(directory, folder, spread)))) ?? []) {
      const key = `${folder}/${spread}/${name}`
      const facts = isFileKey(key) ? await nullIfMissing(stat(path.join(directory, key))) : null
      if (facts) yield { key, size: facts.size, modifiedAt: facts.mtime }
    }
  }
}
