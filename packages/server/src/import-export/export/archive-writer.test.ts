import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type FileStorage, newFileKey, openFileStorage } from '../../platform/files/index.ts'
import { openArchive } from './archive-writer.ts'

const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'knowreel-archive-'))
afterAll(() => rm(dataDirectory, { recursive: true }))

test('an archive aborted before its storage is ready does no harm and leaves no file', async () => {
  const storage = await openFileStorage({ dataDirectory, secret: 'a secret of enough characters' })
  const slow: FileStorage = {
    ...storage,
    async put(...parameters) {
      await delay(50)
      return storage.put(...parameters)
    },
  }
  const key = newFileKey('exports', 'application/zip')
  const archive = openArchive(slow, key, new AbortController().signal)
  await archive.addText('page.md', 'words')
  await archive.abort(new Error('It was cancelled'))
  expect(await storage.find(key)).toBeNull()
})
