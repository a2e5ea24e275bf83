/**
 * PUT and HEAD for the URL of a part; the protocol is described in shared/src/video/upload/upload-protocol.ts. Received
 * bytes are kept however the connection ends, even if the process is killed, because the length of the file shows how
 * many arrived. A part counts as complete only after its bytes are durable and match what was announced.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import {
  formatDigestHeader,
  parseDigestHeader,
  parseRangeHeader,
  stallMs,
  uploadLimits,
  uploadTooLarge,
} from '@knowreel/shared/video/upload/upload-protocol.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Db } from '../../platform/database/db.ts'
import type { FileStorage } from '../../platform/files/index.ts'
// Allows a route to declare itself slow.
import type {} from '../../platform/http/slow-requests.ts'
import type { FileLock } from './file-lock.ts'
import type { PartAddresses } from './part-address.ts'
import { completePart, findPart, touchPart, type Part } from './video-part.queries.ts'

export type PartReceiver = {
  readonly db: Db
  readonly files: FileStorage
  readonly fileLock: FileLock
  readonly addresses: PartAddresses
}

type PartRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

/** A person who is removed from the company is refused within five seconds, even in the middle of a part. */
const accessCheckIntervalMs = 4000

export function registerPartRoutes(app: FastifyInstance, receiver: PartReceiver): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    scope.put('/uploads/:id', { config: { isSlow: true } }, (request: PartRequest, reply) =>
      handlePut(receiver, request, reply),
    )
    scope.head('/uploads/:id', (request: PartRequest, reply) => handleHead(receiver, request, reply))
  })
}

async function getPart({ db, addresses }: PartReceiver, request: PartRequest): Promise<Part> {
  const { id } = request.params
  if (!isUuid(id) || !addresses.isValid(id, request.query)) throw new AppError('forbidden')
  return orNotFound(await findPart(db, id))
}

function orNotFound(part: Part | null): Part {
  if (part === null) throw new AppError('not_found')
  return part
}

async function handleHead(receiver: PartReceiver, request: PartRequest, reply: FastifyReply) {
  const part = await getPart(receiver, request)
  const length = part.size ?? Math.max(0, (await receiver.files.sync(part.fileKey)) - part.start)
  const digest = part.sha256 === null ? {} : { 'repr-digest': formatDigestHeader(part.sha256.toString('base64')) }
  return reply
    .headers({ 'upload-offset': length, 'upload-complete': part.size === null ? '?0' : '?1', ...digest })
    .headers({ 'content-length': length, 'cache-control': 'no-store' })
    .send()
}

async function handlePut(receiver: PartReceiver, request: PartRequest, reply: FastifyReply) {
  const announced = readPartHeaders(request)
  const { fileKey } = await getPart(receiver, request)
  const pass = await receiver.fileLock.acquire(fileKey, () => request.raw.destroy())
  try {
    // The previous writer may have completed it, or it may have been accepted.
    const part = await getPart(receiver, request)
    const size = await receive(receiver, part, announced, request.raw)
    return await reply.header('cache-control', 'no-store').send({ id: part.id, size })
  } catch (error) {
    if (request.raw.destroyed && !request.raw.complete) {
      request.log.debug({ err: error }, 'a part was cut off')
      return reply.hijack()
    }
    throw isDiskFull(error)
      ? new AppError('unavailable', { message: 'There is no room left for uploads', cause: error })
      : error
  } finally {
    pass()
  }
}

type PartHeaders = {
  /** Byte of the part at which the body begins. */
  readonly first: number
  /** Length of the whole part in bytes. */
  readonly total: number
  /** In base64. */
  readonly sha256: string | null
}

function readPartHeaders(request: PartRequest): PartHeaders {
  const unreadable = (message: string) => new AppError('unreadable_request', { message })
  const { 'content-length': length, 'content-range': range, 'repr-digest': digest } = request.headers
  if (length === undefined || !/^\d{1,12}$/.test(length)) throw unreadable('A part is sent with its Content-Length')
  const read = range === undefined ? { first: 0, total: Number(length) } : parseRangeHeader(range)
  if (read === null || read.total - read.first !== Number(length) || Number(length) === 0)
    throw unreadable('Content-Range and Content-Length do not describe the rest of a part')
  if (read.total > uploadLimits.partBytes)
    throw new AppError('too_large', { message: `A part has ${uploadLimits.partBytes} bytes at most` })
  const sha256 = typeof digest === 'string' ? parseDigestHeader(digest) : null
  if (digest !== undefined && sha256 === null) throw unreadable('Repr-Digest names no SHA-256')
  return { ...read, sha256 }
}

async function receive(
  receiver: PartReceiver,
  part: Part,
  announced: PartHeaders,
  body: IncomingMessage,
): Promise<number> {
  const { db, files } = receiver
  const { first, total, sha256: wanted } = announced
  const arriving = arrivingBytes(receiver, part.id, body)
  if (part.size !== null) {
    await requireSameBytes(files, { ...part, size: part.size }, announced, arriving)
    return part.size
  }
  if (part.start + total > uploadLimits.totalBytes) throw new AppError('too_large', { message: uploadTooLarge })
  const length = (await files.sync(part.fileKey)) - part.start
  // The bytes before it were lost with the disk.
  if (length < 0) throw new AppError('not_found')
  if (first > length) throw new AppError('part_offset', { facts: { offset: length } })
  await touchPart(db, part.id)
  const hash = createHash('sha256')
  if (first > 0) await hashStored(files, part, { first: 0, end: first }, hash)
  const end = await files.append(part.fileKey, part.start + first, hashChunks(arriving, hash))
  if (end > part.start + total) await files.truncate(part.fileKey, part.start + total)
  const sha256 = hash.digest()
  if (wanted !== null && wanted !== sha256.toString('base64')) {
    await files.truncate(part.fileKey, part.start)
    throw new AppError('part_damaged')
  }
  orNotFound(await findPart(db, part.id))
  // The sweep removed it at the same moment, after a week without activity.
  if (!(await completePart(db, part.id, { size: total, sha256 }))) throw new AppError('not_found')
  return total
}

/** Fails when no more bytes arrive, and when the owner may no longer upload. */
async function* arrivingBytes({ db }: PartReceiver, partId: string, body: IncomingMessage): AsyncGenerator<Uint8Array> {
  let refusal: unknown = null
  const stall = setTimeout(() => body.destroy(), stallMs)
  const checkTimer = setInterval(() => {
    findPart(db, partId)
      .then(orNotFound)
      .catch((error: unknown) => (refusal = error))
  }, accessCheckIntervalMs)
  try {
    // A refusal must still be sent: leaving the loop must not destroy the connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      stall.refresh()
      yield chunk
      if (refusal !== null) throw refusal
    }
  } finally {
    clearTimeout(stall)
    clearInterval(checkTimer)
  }
}

/** Resending the same bytes for a complete part succeeds: its response was lost. */
async function requireSameBytes(
  files: FileStorage,
  part: Part & { readonly size: number },
  { first, total, sha256 }: PartHeaders,
  arriving: AsyncIterable<Uint8Array>,
): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of arriving) hash.update(chunk)
  const isSame =
    total === part.size &&
    (sha256 === null || sha256 === part.sha256?.toString('base64')) &&
    hash.digest().equals((await hashStored(files, part, { first, end: total }, createHash('sha256'))).digest())
  if (!isSame) throw new AppError('part_differs')
}

async function* hashChunks(arriving: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of arriving) {
    hash.update(chunk)
    yield chunk
  }
}

async function hashStored(
  files: FileStorage,
  part: Part,
  { first, end }: { first: number; end: number },
  hash: Hash,
): Promise<Hash> {
  const stored = await files.read(part.fileKey, { start: part.start + first, end: part.start + end - 1 })
  if (stored === null) throw new AppError('not_found')
  for await (const chunk of stored as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
