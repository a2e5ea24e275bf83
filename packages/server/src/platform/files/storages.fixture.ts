/** Every kind of file storage, for tests of what must hold in all of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { startS3Server } from '../../../test/servers/s3-server.ts'
import { openFileStorage, type FileStorage } from './index.ts'

export type TestStorage = {
  readonly name: string
  readonly files: FileStorage
  readonly dataDirectory: string
}

const secret = 'a secret of this installation'

export async function openStorages(): Promise<readonly [TestStorage, TestStorage]> {
  const s3 = await startS3Server()
  const open = async (name: string, settings: typeof s3.settings | null) => {
    const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-files-'))
    return { name, dataDirectory, files: await openFileStorage({ dataDirectory, secret, s3: settings }) }
  }
  const storages = [await open('a folder', null), await open('S3', s3.settings)] as const
  afterAll(async () => {
    for (const { files, dataDirectory } of storages) {
      await files.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    }
    await s3.stop()
  })
  return storages
}
