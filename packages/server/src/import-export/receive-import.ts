/**
 * PUT of one import file to its URL. A file is stored completely or not at all: an interrupted one is sent again from
 * its beginning. The work begins after the last file.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Transform, type Readable } from 'node:stream'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { newFileKey, type FileKey, type FileStorage } from '../platform/files/index.ts'
// Allows a route to declare itself slow.
import type {} from '../platform/http/slow-requests.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { hasUsableCompany } from '../access/index.ts'
import { findMember } from '../user/index.ts'
import { findJob, lockJob, markWaiting, saveSources, type ImportRow } from './import-export.queries.ts'
import type { ImportAddresses } from './import-address.ts'
import { runImportJob } from './run-import.job.ts'

export type ImportReceiver = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  readonly addresses: ImportAddresses
}

export const importsFolder = 'imports'

/** The connection ends after this long without a byte. */
const stallMs = 120_000

type ImportRequest = FastifyRequest<{ Params: { id: string; index: string }; Querystring: Record<string, unknown> }>

export function registerImportRoutes(app: FastifyInstance, receiver: ImportReceiver): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    scope.put('/imports/:id/:index', { config: { isSlow: true } }, async (request: ImportRequest, reply) => {
      await receive(receiver, request)
      return reply.header('cache-control', 'no-store').send({ success: true })
    })
  })
}

async function receive(receiver: ImportReceiver, request: ImportRequest): Promise<void> {
  const { db, files, addresses } = receiver
  const { id } = request.params
  const index = /^\d{1,3}$/.test(request.params.index) ? Number(request.params.index) : -1
  if (!isUuid(id) || !addresses.isValid(id, index, request.query)) throw new AppError('forbidden')
  const source = sourceOf(await getOpenImport(db, id), index)
  if (source.key !== null) {
    // Its response was lost.
    request.raw.resume()
    return
  }
  if (request.headers['content-length'] !== String(source.size)) throw new AppError('unreadable_request')
  const key = newFileKey(importsFolder, 'application/octet-stream')
  const stall = setTimeout(() => request.raw.destroy(), stallMs)
  try {
    const size = await files.put(
      key,
      limitToSize(request.raw, source.size, () => stall.refresh()),
    )
    if (size !== source.size) throw new AppError('unreadable_request')
    if (!(await saveSourceKey(receiver, id, index, key))) await files.remove(key)
  } catch (error) {
    await files.remove(key)
    throw error
  } finally {
    clearTimeout(stall)
  }
}

/** Fails when more bytes arrive than declared. */
function limitToSize(body: Readable, size: number, onChunk: () => void): Readable {
  let length = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      onChunk()
      if (length > size) done(new AppError('too_large'))
      else done(null, chunk)
    },
  })
  body.on('error', (error) => measure.destroy(error))
  body.on('aborted', () => measure.destroy(new AppError('unreadable_request')))
  return body.pipe(measure)
}

/** False if the file was already stored. */
const saveSourceKey = ({ db, enqueue }: ImportReceiver, id: string, index: number, key: FileKey): Promise<boolean> =>
  runTransaction(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job?.kind !== 'import' || job.status !== 'uploading') throw new AppError('not_found')
    if (sourceOf(job, index).key !== null) return false
    const sources = job.sources.map((source, at) => (at === index ? { ...source, key } : source))
    await saveSources(trx, id, sources)
    if (sources.every((source) => source.key !== null)) {
      await markWaiting(trx, id)
      await enqueue(trx, runImportJob, { jobId: id })
    }
    return true
  })

async function getOpenImport(db: Db, id: string): Promise<ImportRow> {
  const job = await findJob(db, id)
  if (job?.kind !== 'import' || (job.status !== 'uploading' && job.status !== 'waiting' && job.status !== 'running'))
    throw new AppError('not_found')
  const member = await findMember(db, { userId: job.user_id, companyId: job.company_id })
  if (member === null || !hasUsableCompany(member)) throw new AppError('forbidden')
  return job
}

function sourceOf(job: ImportRow, index: number) {
  const source = job.sources[index]
  if (source === undefined) throw new AppError('not_found')
  return source
}
