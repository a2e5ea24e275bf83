/**
 * The few requests of the protocol that we use, chosen so that every storage that calls itself compatible knows them: no
 * batches of deletions (their checksums differ from one to the next), no copies, no conditions. Names are those below our
 * prefix. Each request is tried again by itself, with growing waits, where the network, a limit of requests or the
 * storage fails; what fails still is thrown as `unavailable`.
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
import type { ByteRange, FileFacts } from '../file-driver.ts'
import { isMissing, isMissingUpload, storageFailed } from './s3-errors.ts'
import type { S3Settings } from './s3-settings.ts'

type Cancel = { readonly signal?: AbortSignal | undefined }

export type S3Object = FileFacts & { readonly name: string }

export type S3Upload = { readonly name: string; readonly id: string; readonly startedAt: Date }

export type S3Bucket = ReturnType<typeof openBucket>

export type S3Timing = {
  /** Requests are tried this often. */
  readonly attempts: number
  readonly connectMs: number
  /** Without a byte. */
  readonly idleMs: number
}

const usualTiming: S3Timing = { attempts: 5, connectMs: 5000, idleMs: 30_000 }

/** People who watch a film hold a connection each; the default of 50 would have the next one wait. */
const agent = { keepAlive: true, maxSockets: 1000 }

export function openBucket(settings: S3Settings, { attempts, connectMs, idleMs }: S3Timing = usualTiming) {
  const { bucket: Bucket, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
    forcePathStyle: settings.isPathStyle,
    // With its other default the SDK sends checksums behind the body, which some storages keep as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    // Storages that do not know it would cost a second for every piece.
    expectContinueHeader: false,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs, httpAgent: agent, httpsAgent: agent },
  })
  const at = (name: string) => ({ Bucket, Key: prefix + name })

  async function telling<Value>(request: Promise<Value>): Promise<Value> {
    try {
      return await request
    } catch (error) {
      throw storageFailed(error, settings)
    }
  }

  async function orNull<Value>(request: Promise<Value>): Promise<Value | null> {
    try {
      return await request
    } catch (error) {
      if (isMissing(error)) return null
      throw storageFailed(error, settings)
    }
  }

  return {
    async put(name: string, bytes: Uint8Array, { signal }: Cancel = {}): Promise<void> {
      const command = new PutObjectCommand({ ...at(name), Body: bytes, ContentLength: bytes.byteLength })
      await telling(client.send(command, sending(signal)))
    },

    async find(name: string): Promise<FileFacts | null> {
      const head = await orNull(client.send(new HeadObjectCommand(at(name))))
      return head && { size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) }
    },

    /** The body may end early; whoever reads it counts. */
    async get(name: string, range: ByteRange | undefined, { signal }: Cancel = {}) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await orNull(client.send(new GetObjectCommand({ ...at(name), Range }), sending(signal)))
      return answer && { body: answer.Body as Readable, size: answer.ContentLength ?? 0, tag: answer.ETag ?? '' }
    },

    async *list(below: string): AsyncGenerator<S3Object> {
      for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken })
        const page = await telling(client.send(command))
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

    async beginUpload(name: string, { signal }: Cancel = {}): Promise<string> {
      const { UploadId } = await telling(client.send(new CreateMultipartUploadCommand(at(name)), sending(signal)))
      if (UploadId === undefined) throw storageFailed(new Error('it began no upload'), settings)
      return UploadId
    },

    /** Gives the tag by which the part is named at the end. */
    async putPart(
      upload: { readonly name: string; readonly id: string; readonly number: number },
      bytes: Uint8Array,
      { signal }: Cancel = {},
    ): Promise<string> {
      const which = { ...at(upload.name), UploadId: upload.id, PartNumber: upload.number }
      const command = new UploadPartCommand({ ...which, Body: bytes, ContentLength: bytes.byteLength })
      const { ETag } = await telling(client.send(command, sending(signal)))
      if (ETag === undefined) throw storageFailed(new Error('it gave a part no tag'), settings)
      return ETag
    },

    async endUpload(name: string, id: string, tags: readonly string[], size: number): Promise<void> {
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const command = new CompleteMultipartUploadCommand({ ...at(name), UploadId: id, MultipartUpload: { Parts } })
      try {
        await client.send(command)
      } catch (error) {
        // Where only the answer was lost, the request that is tried again finds the upload gone and the file there.
        if (isMissingUpload(error) && (await this.find(name))?.size === size) return
        throw storageFailed(error, settings)
      }
    },

    async abortUpload(name: string, id: string): Promise<void> {
      try {
        await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: id }))
      } catch (error) {
        if (!isMissing(error) && !isMissingUpload(error)) throw storageFailed(error, settings)
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
        const page = await telling(client.send(command))
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

const sending = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { abortSignal: signal })
