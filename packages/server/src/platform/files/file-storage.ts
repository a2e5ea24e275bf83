import path from 'node:path'
import { createFileAddresses, type AddressOptions, type AddressReader, type FileAddresses } from './file-address.ts'
import type { FileDriver } from './file-driver.ts'
import type { FileKey } from './file-key.ts'
import { createLocalFileDriver } from './local-file-driver.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    files: FileStorage
  }
}

/** Files of an installation: keeping them, and handing out addresses to read them. */
export type FileStorage = FileDriver & {
  readonly addresses: FileAddresses
  /** Path and query below the public address; the same for an hour. */
  signedAddress(key: FileKey, reader: AddressReader | 'everybody', options?: AddressOptions): string
}

export async function openFileStorage(options: {
  readonly dataDirectory: string
  readonly secret: string
}): Promise<FileStorage> {
  const driver = await createLocalFileDriver(path.join(options.dataDirectory, 'files'))
  const addresses = createFileAddresses(options.secret)
  return { ...driver, addresses, signedAddress: (...asked) => addresses.sign(...asked) }
}
