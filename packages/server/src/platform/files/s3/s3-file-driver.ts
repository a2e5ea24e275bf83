import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { StartupError } from '../../config/startup-error.ts'
import type { ByteRange, FileDriver, FileInfo } from '../file-driver.ts'
import { isFileKey, type FileKey } from '../file-key.ts'
import { sweepTempFiles, withFolder } from '../temp-files.ts'
import {
  truncateObject,
  findAppendable,
  appendToObject,
  readAppendable,
  removeAppendable,
} from './appendable-object.ts'
import { createLocalCopies } from './local-copies.ts'
import { putAtomically } from './put-atomically.ts'
import { readWithRetries } from './read-with-retries.ts'
import { openBucket, type S3Bucket, type S3Timing } from './s3-bucket.ts'
import { describeS3Error } from './s3-errors.ts'
import type { S3Settings } from './s3-settings.ts'

const dayMs = 86_400_000
/** A result of the health check is cached for this long, because each costs a request. */
const healthCacheMs = 15_000
const probeName = 'probe'

export type S3FileDriverOptions = {
  readonly settings: S3Settings
  /** For unfinished files and local copies. */
  readonly workDirectory: string
  readonly timing?: S3Timing
}

/** Throws a StartupError that says what to change if the bucket is unusable. */
export async function createS3FileDriver({
  settings,
  workDirectory,
  timing,
}: S3FileDriverOptions): Promise<FileDriver> {
  const bucket = openBucket(settings, timing)
  const drafts = path.join(workDirectory, 'drafts')
  await sweepTempFiles(drafts)
  await verifyAccess(bucket, settings)
  const read = (key: FileKey, range?: ByteRange) => readObject(bucket, requireFileKey(key), range)
  const copies = createLocalCopies({ directory: drafts, read })
  const facts = cacheInfo((key) => bucket.find(key))
  let checkedAt = Date.now()

  return {
    put: (key, content, { signal } = {}) => putContent(bucket, requireFileKey(key), content, signal),
    find: async (key) => (await facts.find(requireFileKey(key))) ?? findAppendable(bucket, key),
    read,
    async remove(key) {
      facts.forget(requireFileKey(key))
      await bucket.remove(key)
      await removeAppendable(bucket, key)
    },
    append(key, position, content) {
      facts.forget(requireFileKey(key))
      return appendToObject(bucket, key, position, content)
    },
    sync: async (key) => (await findAppendable(bucket, requireFileKey(key)))?.size ?? 0,
    truncate: (key, length) => truncateObject(bucket, requireFileKey(key), length),
    list: (folder) => listFolder(bucket, folder),
    withLocalFile: (key, use) => copies.with(requireFileKey(key), use),
    withFolder: (use) => withFolder(drafts, use),
    async putLocalFile(key, file) {
      const size = await putAtomically(bucket, requireFileKey(key), createReadStream(file, { highWaterMark: 1 << 20 }))
      await rm(file, { force: true })
      return size
    },
    async sweepTempFiles() {
      await sweepTempFiles(drafts)
      for await (const { name, id, startedAt } of bucket.listUploads()) {
        // The bucket may also contain files of other programs.
        if (isFileKey(name) && Date.now() - startedAt.getTime() > dayMs) await bucket.abortUpload(name, id)
      }
    },
    async check() {
      if (Date.now() - checkedAt < healthCacheMs) return
      await bucket.put(probeName, Buffer.from('?'))
      checkedAt = Date.now()
    },
    async close() {
      await copies.close()
      bucket.close()
    },
  }
}

function requireFileKey(key: FileKey): FileKey {
  if (!isFileKey(key)) throw new TypeError('This is not a key of a file')
  return key
}

async function putContent(
  bucket: S3Bucket,
  key: FileKey,
  content: Uint8Array | Readable,
  signal?: AbortSignal,
): Promise<number> {
  signal?.throwIfAborted()
  if (!(content instanceof Readable)) {
    await bucket.put(key, content, { signal })
    return content.byteLength
  }
  const stream = signal === undefined ? content : addAbortSignal(signal, content)
  return putAtomically(bucket, key, stream as AsyncIterable<Uint8Array>, signal)
}

async function readObject(bucket: S3Bucket, key: FileKey, range?: ByteRange): Promise<Readable | null> {
  const open = await bucket.get(key, range)
  if (open === null) return readAppendable(bucket, key, range)
  const { start, end } = range ?? { start: 0, end: open.size - 1 }
  return readWithRetries(bucket, [{ name: key, start, end }], open)
}

/** The pieces of a growing file are listed consecutively and count as one file. */
async function* listFolder(bucket: S3Bucket, folder: string) {
  let last = null as { key: FileKey; size: number; modifiedAt: Date } | null
  for await (const { name, size, modifiedAt } of bucket.list(`${folder}/`)) {
    const key = name.split('/', 3).join('/')
    if (!isFileKey(key)) continue
    if (last?.key === key) {
      last.size += size
      if (modifiedAt > last.modifiedAt) last.modifiedAt = modifiedAt
      continue
    }
    if (last !== null) yield last
    last = { key, size, modifiedAt }
  }
  if (last !== null) yield last
}

/** Tries every operation that is needed later, so that a wrong setting is found now and not with the first upload. */
async function verifyAccess(bucket: S3Bucket, settings: S3Settings): Promise<void> {
  try {
    await bucket.put(probeName, Buffer.from('?'))
    for await (const object of bucket.list(probeName)) {
      if (object.size !== 1) throw new Error('it keeps other bytes than it was given')
      break
    }
    ;(await bucket.get(probeName, undefined))?.body.destroy()
    await bucket.remove(probeName)
  } catch (error) {
    bucket.close()
    const cause = error instanceof Error ? error.cause : undefined
    throw new StartupError(
      cause instanceof Error
        ? cause.message
        : `The storage of files cannot be used: ${describeS3Error(error, settings)}`,
    )
  }
}

const cacheMs = 10_000
const maxCached = 5000

/**
 * A video is fetched in many pieces, and each would first request its length. Content under a key never changes, so its
 * length is cached for a moment; if another process removes the file, the read fails instead. A missing file is never
 * cached.
 */
function cacheInfo(ask: (key: FileKey) => Promise<FileInfo | null>) {
  const recent = new Map<FileKey, { readonly facts: FileInfo; readonly until: number }>()
  return {
    async find(key: FileKey): Promise<FileInfo | null> {
      const known = recent.get(key)
      if (known !== undefined && known.until > Date.now()) return known.facts
      const facts = await ask(key)
      if (recent.size >= maxCached) recent.clear()
      if (facts === null) recent.delete(key)
      else recent.set(key, { facts, until: Date.now() + cacheMs })
      return facts
    },
    forget: (key: FileKey): void => void recent.delete(key),
  }
}
