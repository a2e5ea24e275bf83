import type { Readable } from 'node:stream'

export type ImportEntry = {
  readonly path: string
  /** In bytes, as declared by the archive. */
  readonly size: number
  readonly open: () => Promise<Readable>
}

export type ImportFiles = ReadonlyMap<string, ImportEntry>
