import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import { uploadLimits, uploadTooLarge } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { createHash } from 'node:crypto'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { newFileKey, type FileStorage } from '../../platform/files/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import type { FileLock } from './file-lock.ts'
import { originalsFolder } from './create-part.ts'
import { joinVideoParts } from './join-video-parts.job.ts'
import { processVideo } from '../pipeline/index.ts'
import { claimParts, deleteUnclaimedParts, listParts, lockParts, type Part } from './video-part.queries.ts'
import { findVideoByParts, insertVideo } from '../video.queries.ts'

/** Returns the uuid of an article or draft that this person may edit; null for any other. */
export type FindEditableArticle = (actor: Member, id: string) => Promise<string | null>

/** Notifies the article that waits for a recording, within the transaction. */
export type MarkAccepted = (trx: Trx, articleId: string, videoId: string) => Promise<void>

type AcceptDependencies = {
  readonly db: Db
  readonly files: FileStorage
  readonly fileLock: FileLock
  readonly enqueue: Enqueue
  readonly findEditableArticle: FindEditableArticle
  readonly markAccepted: MarkAccepted
}

type AcceptedUpload = {
  parts: readonly string[]
  articleId?: string
  name?: string
  mime?: string
  marks?: readonly RecordingMark[]
  hints?: readonly StepHint[]
}

/**
 * Parts that form one whole file, as our uploader sends them, become the recording without a copy; a job joins others
 * first. The same list again returns the same recording.
 */
export async function acceptUpload(
  accepting: AcceptDependencies,
  actor: Member,
  upload: AcceptedUpload,
): Promise<string> {
  const { db, fileLock } = accepting
  const partsHash = createHash('sha256').update(upload.parts.join()).digest()
  const known = await findVideoByParts(db, actor.userId, partsHash)
  if (known !== null) return known
  const articleId = await findArticleId(accepting, actor, upload.articleId)
  const parts = orderParts(upload.parts, await listParts(db, ownerOf(actor), upload.parts))
  const fileKey = contiguousFile(parts)
  // Nobody may append to the file while it becomes a recording.
  const release = fileKey === null ? () => undefined : await fileLock.acquire(fileKey, () => undefined)
  try {
    return await runTransaction(db, (trx) => saveRecording(accepting, trx, actor, { ...upload, partsHash, articleId }))
  } finally {
    release()
  }
}

async function saveRecording(
  { files, enqueue, markAccepted }: AcceptDependencies,
  trx: Trx,
  actor: Member,
  upload: Omit<AcceptedUpload, 'articleId'> & { partsHash: Buffer; articleId: string | null },
): Promise<string> {
  const parts = orderParts(upload.parts, await lockParts(trx, ownerOf(actor), upload.parts))
  const known = await findVideoByParts(trx, actor.userId, upload.partsHash)
  if (known !== null) return known
  if (parts.some((part) => part.videoId !== null)) throw partMissing([])
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > uploadLimits.totalBytes) throw new AppError('too_large', { message: uploadTooLarge })
  await requireStoredFiles(files, parts)
  const fileKey = await completeFile(files, parts, size)
  const id = newId()
  await insertVideo(trx, {
    id,
    ...ownerOf(actor),
    articleId: upload.articleId,
    name: upload.name ?? null,
    mime: upload.mime ?? 'application/octet-stream',
    size,
    partsHash: upload.partsHash,
    marks: upload.marks ?? [],
    stepHints: upload.hints ?? [],
    originalKey: fileKey ?? newFileKey(originalsFolder, 'application/octet-stream'),
  })
  if (upload.articleId !== null) await markAccepted(trx, upload.articleId, id)
  await claimParts(trx, id, upload.parts)
  if (fileKey !== null) await deleteUnclaimedParts(trx, fileKey)
  await enqueue(trx, fileKey === null ? joinVideoParts : processVideo, { videoId: id })
  return id
}

async function findArticleId(
  { findEditableArticle }: AcceptDependencies,
  actor: Member,
  articleId: string | undefined,
): Promise<string | null> {
  if (articleId === undefined) return null
  const id = await findEditableArticle(actor, articleId)
  if (id === null) throw new AppError('unknown_article', { message: 'This article cannot be found' })
  return id
}

const ownerOf = (actor: Member) => ({ userId: actor.userId, companyId: actor.company.id })

type CompletePart = Part & { readonly size: number }

const partMissing = (parts: readonly string[]) => new AppError('part_missing', { facts: { parts } })

/** Throws if a part is missing, incomplete or listed twice. */
function orderParts(ids: readonly string[], found: readonly Part[]): CompletePart[] {
  const byId = new Map(found.map((part) => [part.id, part]))
  const parts = ids.map((id) => byId.get(id))
  const complete = parts.filter((part): part is CompletePart => part !== undefined && part.size !== null)
  if (complete.length < ids.length)
    throw partMissing(ids.filter((_, index) => !complete.includes(parts[index] as CompletePart)))
  if (new Set(complete).size < ids.length) throw partMissing([])
  return complete
}

/** The file that these parts fill from its beginning without a gap; null if they do not. */
function contiguousFile(parts: readonly CompletePart[]): string | null {
  const fileKey = parts[0]?.fileKey ?? null
  let end = 0
  for (const part of parts) {
    if (part.fileKey !== fileKey || part.start !== end) return null
    end += part.size
  }
  return fileKey
}

/** A file that was lost with its disk must not become a recording. */
async function requireStoredFiles(files: FileStorage, parts: readonly CompletePart[]): Promise<void> {
  const ends = new Map<string, number>()
  for (const { fileKey, start, size } of parts) ends.set(fileKey, Math.max(ends.get(fileKey) ?? 0, start + size))
  for (const [fileKey, end] of ends) {
    const facts = await files.find(fileKey)
    if (facts === null || facts.size < end)
      throw partMissing(parts.filter((part) => part.fileKey === fileKey).map((part) => part.id))
  }
}

async function completeFile(files: FileStorage, parts: readonly CompletePart[], size: number): Promise<string | null> {
  const fileKey = contiguousFile(parts)
  return fileKey !== null && (await files.find(fileKey))?.size === size ? fileKey : null
}
