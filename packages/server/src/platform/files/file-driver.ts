import type { Readable } from 'node:stream'
import type { FileKey } from './file-key.ts'

export type FileInfo = { readonly size: number; readonly modifiedAt: Date }

/** Bytes from `start` to `end`, both included, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number }

/** A file store: a local folder, or an object store. */
export type FileDriver = {
  /**
   * When it resolves, the file is complete and durable; after a failure nothing is stored. Returns the size in bytes.
   */
  put(key: FileKey, content: Uint8Array | Readable, options?: { readonly signal?: AbortSignal }): Promise<number>
  /** Null if there is no such file. */
  find(key: FileKey): Promise<FileInfo | null>
  /** Null if there is no such file. The caller reads the stream to its end or destroys it. */
  read(key: FileKey, range?: ByteRange): Promise<Readable | null>
  /** A missing file is not an error. */
  remove(key: FileKey): Promise<void>
  /**
   * For files that arrive in pieces: creates the file if it is missing, and writes from this byte on, which must lie
   * within it or at its end. If the content breaks off, what has been read of it stays. Returns the durable length of
   * the file.
   */
  append(key: FileKey, position: number, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Makes the file durable and returns its length; 0 if there is no such file. */
  sync(key: FileKey): Promise<number>
  /** Discards everything beyond this length. */
  truncate(key: FileKey, length: number): Promise<void>
  /** Every file of a folder, in no particular order. */
  list(folder: string): AsyncIterable<FileInfo & { readonly key: FileKey }>
  /**
   * Provides the stored file, or a copy of it, on the local file system while `use` runs; it must not be modified. Null
   * if there is no such file.
   */
  withLocalFile<Result>(key: FileKey, use: (path: string) => Promise<Result>): Promise<Result | null>
  /** Provides an empty local folder while `use` runs, with room for large files. */
  withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result>
  /**
   * Like `put`, for a finished file in such a folder, which is moved out of it. With `isDurable: false`, a power
   * failure may damage it, because nothing waits for the local disk.
   */
  putLocalFile(key: FileKey, path: string, options?: { readonly isDurable?: boolean }): Promise<number>
  /** Removes unfinished files that killed processes left. */
  sweepTempFiles(): Promise<void>
  /** Throws if files cannot be written. */
  check(): Promise<void>
  /** Releases its resources; must not be used afterwards. */
  close(): Promise<void>
}
