import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { newFileKey, type FileStorage } from '../../platform/files/index.ts'
import { ok, type CheckDeclaration } from '../check.ts'

const probeBytes = 256 * 1024
const gigabyte = 1e9
/** Encoding a recording needs up to twice its size. */
const warningBytes = 10 * gigabyte
const failureBytes = gigabyte

type StorageOptions = {
  readonly files: () => Promise<Pick<FileStorage, 'put' | 'read' | 'remove' | 'find'>>
  readonly isS3: boolean
}

export const filesCheck = ({ files: open, isS3 }: StorageOptions): CheckDeclaration => ({
  name: 'files',
  title: 'File storage',
  advice: isS3
    ? 'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the key, which needs s3:GetObject, s3:PutObject and s3:DeleteObject.'
    : 'Check that the user of Knowreel owns DATA_DIR/files, and that the disk is neither full nor read-only.',
  async run(signal) {
    const files = await open()
    const key = newFileKey('system-check', 'application/octet-stream')
    const written = randomBytes(probeBytes)
    try {
      await files.put(key, written, { signal })
      const stream = await files.read(key)
      if (stream === null || !(await buffer(stream)).equals(written))
        return { state: 'failure', result: 'A file that was written is read with other content' }
    } finally {
      await files.remove(key)
    }
    if ((await files.find(key)) !== null) return { state: 'failure', result: 'A removed file is still there' }
    return ok(`Wrote, read and deleted a file ${isS3 ? 'in the bucket' : 'in DATA_DIR/files'}`)
  },
})

export const diskCheck = (dataDirectory: string): CheckDeclaration => ({
  name: 'disk',
  title: 'Disk space',
  advice: 'Check that DATA_DIR is mounted.',
  async run() {
    const { bavail, blocks, bsize } = await statfs(dataDirectory)
    const free = bavail * bsize
    const result = `${formatGigabytes(free)} of ${formatGigabytes(blocks * bsize)} free in DATA_DIR`
    if (free >= warningBytes) return ok(result)
    return {
      state: free < failureBytes ? 'failure' : 'warning',
      result,
      advice: 'Add space or move DATA_DIR to a larger disk. Recordings cannot be uploaded or processed on a full disk.',
    }
  },
})

const formatGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`
