import path from 'node:path'
import { createFileAddresses, type AddressOptions, type AddressReader, type FileAddresses } from './file-address.ts'
import type { FileDriver } from './file-driver.ts'
import type { FileKey } from './file-key.ts'
import { createLocalFileDriver } from './local-file-driver.ts'
import { createS3FileDriver } from './s3/s3-file-driver.ts'
import type { S3Settings } from './s3/s3-settings.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    files: FileStorage
  }
}

/** Stores the files of an installation and signs URLs to read them. */
export type FileStorage = FileDriver & {
  readonly addresses: FileAddresses
  /** Path and query below the public URL; the same for an hour. */
  signedAddress(key: FileKey, reader: AddressReader | 'everybody', options?: AddressOptions): string
}

type FileStorageOptions = {
  readonly dataDirectory: string
  readonly secret: string
  /** Null or omitted: files are stored in a folder of the data directory. */
  readonly s3?: S3Settings | null
}

/** Throws a StartupError that says what to change if the storage is unusable. */
export async function openFileStorage({ dataDirectory, secret, s3 = null }: FileStorageOptions): Promise<FileStorage> {
  const directory = path.join(dataDirectory, 'files')
  const driver =
    s3 === null
      ? await createLocalFileDriver(directory)
      : await createS3FileDriver({ settings: s3, workDirectory: directory })
  const addresses = createFileAddresses(secret)
  return { ...driver, addresses, signedAddress: (...asked) => addresses.sign(...asked) }
}
