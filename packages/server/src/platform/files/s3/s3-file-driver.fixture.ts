/** A driver for a storage that can be made to fail. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach } from 'vitest'
import { startS3Server } from '../../../../test/servers/s3-server.ts'
import type { FileDriver } from '../file-driver.ts'
import { newFileKey } from '../index.ts'
import { createS3FileDriver } from './s3-file-driver.ts'
import type { S3Settings } from './s3-settings.ts'

export const timing = { attempts: 4, connectMs: 1000, idleMs: 1500 }

export const newKey = (folder = 'originals') => newFileKey(folder, 'video/mp4')
export const small = randomBytes(1_000_003)
export const large = randomBytes(20_000_000)
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const streamOf = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
export const failing = (status: number, code: string) => ({ how: 'answer', status, code }) as const

export async function setUpS3FileDriver() {
  const storage = await startS3Server()
  const workDirectory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-s3-'))
  const open = (changes: Partial<S3Settings> = {}) =>
    createS3FileDriver({ settings: { ...storage.settings, ...changes }, workDirectory, timing })
  const files = await open()
  afterAll(async () => {
    await files.close()
    await storage.stop()
    rmSync(workDirectory, { recursive: true, force: true })
  })
  afterEach(() => storage.forget())
  const stored = async (key: string, from: FileDriver = files) => {
    const stream = await from.read(key)
    return stream === null ? null : buffer(stream)
  }
  const kept = async (bytes: Buffer) => {
    const key = newKey()
    await files.put(key, bytes)
    return key
  }

  return { storage, workDirectory, open, files, stored, kept }
}
