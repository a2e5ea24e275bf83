import type { Readable } from 'node:stream'
import type { FileKey } from './file-key.ts'

export type FileFacts = { readonly size: number; readonly modifiedAt: Date }

/** Bytes from `start` to `end`, both included, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number }

/** A place that keeps files: a local folder, or an object store. */
export type FileDriver = {
  /** When it is through, the file is there whole and lasts; on any failure nothing is there. Gives the size in bytes. */
  put(key: FileKey, content: Uint8Array | Readable, options?: { readonly signal?: AbortSignal }): Promise<number>
  /** Null when there is no such file. */
  find(key: FileKey): Promise<FileFacts | null>
  /** Null when there is no such file. The caller reads the stream to its end or destroys it. */
  read(key: FileKey, range?: ByteRange): Promise<Readable | null>
  /** A file that is not there is no error. */
  remove(key: FileKey): Promise<void>
  /** Throws when files cannot be written. */
  check(): Promise<void>
}
