import type { Readable } from 'node:stream'

export type ImportEntry = {
  readonly path: string
  /** Bytes, as the archive says. */
  readonly size: number
  readonly open: () => Promise<Readable>
}

export type ImportFiles = ReadonlyMap<string, ImportEntry>
