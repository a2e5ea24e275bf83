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
  /**
   * For files that arrive in pieces: makes the file if there is none and writes into it from this byte on, which lies
   * within it or at its end. What it has read of the content when that breaks off stays. Gives the length of the file, all
   * of which lasts then.
   */
  grow(key: FileKey, position: number, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Its length, all of which lasts from now on; 0 when there is no such file. */
  settle(key: FileKey): Promise<number>
  /** Forgets what lies beyond this length. */
  cut(key: FileKey, length: number): Promise<void>
  /** Every file of a folder, in no order. */
  list(folder: string): AsyncIterable<FileFacts & { readonly key: FileKey }>
  /**
   * Gives the stored file, or a copy of it, as one of the local file system while `use` runs; nobody may write to it. Null
   * when there is no such file.
   */
  withLocalFile<Result>(key: FileKey, use: (path: string) => Promise<Result>): Promise<Result | null>
  /** Gives an empty folder of the local file system while `use` runs, where large files may be made. */
  withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result>
  /** As `put`, of a finished file in such a folder, which is gone from there then. */
  putLocalFile(key: FileKey, path: string): Promise<number>
  /** Removes what killed processes left of files in the making. */
  sweepDrafts(): Promise<void>
  /** Throws when files cannot be written. */
  check(): Promise<void>
  /** Lets go of what it holds, once nobody uses it any more. */
  close(): Promise<void>
}
