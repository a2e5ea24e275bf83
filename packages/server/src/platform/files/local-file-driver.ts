import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FileDriver } from './file-driver.ts'
import { isFileKey, type FileKey } from './file-key.ts'
import { cutFile, growFile, settleFile } from './growing-file.ts'
import { moveWhole, orNull, sweepLocalDrafts, withFolder } from './local-work.ts'
import { writeWhole } from './write-whole.ts'

export async function createLocalFileDriver(directory: string): Promise<FileDriver> {
  const drafts = path.join(directory, 'drafts')
  await sweepLocalDrafts(drafts)
  const place = (key: FileKey) => {
    if (!isFileKey(key)) throw new TypeError('This is not a key of a file')
    return path.join(directory, key)
  }
  return {
    put: (key, content, { signal } = {}) => writeWhole(place(key), content, drafts, signal),
    async find(key) {
      const facts = await orNull(stat(place(key)))
      return facts && { size: facts.size, modifiedAt: facts.mtime }
    },
    async read(key, range) {
      const handle = await orNull(open(place(key), 'r'))
      return handle && handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    remove: (key) => rm(place(key), { force: true }),
    grow: (key, position, content) => growFile(place(key), position, content),
    settle: async (key) => (await orNull(settleFile(place(key)))) ?? 0,
    cut: (key, length) => cutFile(place(key), length),
    list: (folder) => listFolder(directory, folder),
    withLocalFile: async (key, work) => ((await orNull(stat(place(key)))) ? work(place(key)) : null),
    withFolder: (use) => withFolder(drafts, use),
    putLocalFile: (key, file) => moveWhole(file, place(key)),
    sweepDrafts: () => sweepLocalDrafts(drafts),
    async check() {
      const probe = path.join(drafts, `probe-${process.pid}`)
      await writeWhole(probe, Buffer.from('?'), drafts)
      await rm(probe)
    },
    close: () => Promise.resolve(),
  }
}

async function* listFolder(directory: string, folder: string) {
  for (const spread of (await orNull(readdir(path.join(directory, folder)))) ?? []) {
    for (const name of (await orNull(readdir(path.join(directory, folder, spread)))) ?? []) {
      const key = `${folder}/${spread}/${name}`
      const facts = isFileKey(key) ? await orNull(stat(path.join(directory, key))) : null
      if (facts) yield { key, size: facts.size, modifiedAt: facts.mtime }
    }
  }
}
