/**
 * The few requests of the protocol that we use, chosen so that every compatible storage supports them: no batch
 * deletions (their checksums differ between storages), no copies, no conditions. Names are relative to our prefix. Each
 * request is retried with growing delays when the network, a rate limit or the storage fails; a final failure is thrown
 * as `unavailable`.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import type { ByteRange, FileInfo } from '../file-driver.ts'
import { isMissing, isMissingUpload, toStorageError } from './s3-errors.ts'
import type { S3Settings } from './s3-settings.ts'

type CancelOptions = { readonly signal?: AbortSignal | undefined }

export type S3Object = FileInfo & { readonly name: string }

export type S3Upload = { readonly name: string; readonly id: string; readonly startedAt: Date }

export type S3Bucket = ReturnType<typeof openBucket>

export type S3Timing = {
  /** Attempts per request. */
  readonly attempts: number
  readonly connectMs: number
  /** Maximum time without a byte. */
  readonly idleMs: number
}

const defaultTiming: S3Timing = { attempts: 5, connectMs: 5000, idleMs: 30_000 }

/** Each video being watched holds a connection; with the default of 50, further viewers would wait. */
const agentOptions = { keepAlive: true, maxSockets: 1000 }

export function openBucket(settings: S3Settings, { attempts, connectMs, idleMs }: S3Timing = defaultTiming) {
  const { bucket: Bucket, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    forcePathStyle: settings.isPathStyle,
    // By default the SDK appends checksums to the body, which some storages keep as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    // Storages that do not support it would add a second to every piece.
    expectContinueHeader: false,
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: agentOptions,
      httpsAgent: agentOptions,
    },
  })
  const at = (name: string) => ({ Bucket, Key: prefix + name })

  async function withStorageErrors<Value>(request: Promise<Value>): Promise<Value> {
    try {
      return await request
    } catch (error) {
      throw toStorageError(error, settings)
    }
  }

  async function orNull<Value>(request: Promise<Value>): Promise<Value | null> {
    try {
      return await request
    } catch (error) {
      if (isMissing(error)) return null
      throw toStorageError(error, settings)
    }
  }

  return {
    async put(name: string, bytes: Uint8Array, { signal }: CancelOptions = {}): Promise<void> {
      const command = new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.byteLength })
      await withStorageErrors(client.send(command, sendOptions(signal)))
    },

    async find(name: string): Promise<FileInfo | null> {
      const head = await orNull(client.send(new HeadObjectCommand(at(name))))
      return head && { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) }
    },

    /** The body may end early; the caller counts its bytes. */
    async get(name: string, range: ByteRange | undefined, { signal }: CancelOptions = {}) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await orNull(client.send(new GetObjectCommand({ ...at(name), Range }), sendOptions(signal)))
      return answer && { body: answer.Body as Readable, size: answer.ContentLength ?? 0, tag: answer.ETag ?? '' }
    },

    async *list(below: string): AsyncGenerator<S3Object> {
      for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken })
        const page = await withStorageErrors(client.send(command))
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const name = Key?.slice(prefix.length)
          if (name !== undefined) yield { name, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
        }
        ContinuationToken = page.NextContinuationToken
        isMore = page.IsTruncated === true && ContinuationToken !== undefined
      }
    },

    async remove(name: string): Promise<void> {
      await orNull(client.send(new DeleteObjectCommand(at(name))))
    },

    async beginUpload(name: string, { signal }: CancelOptions = {}): Promise<string> {
      const { UploadId } = await withStorageErrors(
        client.send(new CreateMultipartUploadCommand(at(name)), sendOptions(signal)),
      )
      if (UploadId === undefined) throw toStorageError(new Error('it began no upload'), settings)
      return UploadId
    },

    /** Returns the tag that identifies the part when the upload is completed. */
    async putPart(
      upload: { readonly name: string; readonly id: string; readonly number: number },
      bytes: Uint8Array,
      { signal }: CancelOptions = {},
    ): Promise<string> {
      const which = { ...at(upload.name), UploadId: upload.id, PartNumber: upload.number }
      const command = new UploadPartCommand({ ...which, Body: bytes, ContentLength: bytes.byteLength })
      const { ETag } = await withStorageErrors(client.send(command, sendOptions(signal)))
      if (ETag === undefined) throw toStorageError(new Error('it gave a part no tag'), settings)
      return ETag
    },

    async endUpload(name: string, id: string, tags: readonly string[], size: number): Promise<void> {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const command = new CompleteMultipartUploadCommand({ ...at(name), UploadId: id, MultipartUpload: { Parts } })
      try {
        await client.send(command)
      } catch (error) {
        // If only the response was lost, the retried request finds the upload gone and the file stored.
        if (isMissingUpload(error) && (await this.find(name))?.size === size) return
        throw toStorageError(error, settings)
      }
    },

    async abortUpload(name: string, id: string): Promise<void> {
      try {
        await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: id }))
      } catch (error) {
        if (!isMissing(error) && !isMissingUpload(error)) throw toStorageError(error, settings)
      }
    },

    async *listUploads(): AsyncGenerator<S3Upload> {
      let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
      while (after !== null) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
          Bucket,
          Prefix: prefix,
          ...after,
        })
        const page = await withStorageErrors(client.send(command))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key === undefined || UploadId === undefined || Initiated === undefined) continue
          yield { name: Key.slice(prefix.length), id: UploadId, startedAt: Initiated }
        }
        const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        const isMore = page.IsTruncated === true && KeyMarker !== undefined && UploadIdMarker !== undefined
        after = isMore ? { KeyMarker, UploadIdMarker } : null
      }
    },

    close: () => client.destroy(),
  }
}

const sendOptions = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { abortSignal: signal })
