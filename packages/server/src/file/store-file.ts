/**
 * Stores a file. Its row is written first, so that an interrupted upload leaves a row by which the sweep finds the
 * bytes in storage; nobody sees the file until it is complete. The permission is checked again after the bytes have
 * arrived, because a large upload takes time.
 */
import type { ImageType } from '@knowreel/shared/file/file.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { authorise, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { newFileKey, type FileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { FileArticles } from './file-articles.ts'
import {
  deletePendingFile,
  insertPendingFile,
  lockPendingFile,
  markStored,
  recordFileUses,
  type StoredFileInfo,
} from './file.queries.ts'
import { keyToPath } from './file-path.ts'
import { makeThumbnails } from './image/make-thumbnails.job.ts'
import { readAttachment, readPicture } from './text/read-attachment.job.ts'

export type StoreFileDependencies = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  readonly articles: FileArticles
}

/** The person, and the article or draft, by uuid or short id. */
export type UploadContext = { readonly actor: Member; readonly articleId: string }

export type FileInput =
  | { readonly kind: 'image'; readonly name: string; readonly type: ImageType }
  | { readonly kind: 'attachment'; readonly name: string }

export type StoredFile = {
  readonly id: string
  readonly key: string
  /** The bare path. */
  readonly url: string
  readonly rootId: string
  /** In bytes. */
  readonly size: number
  readonly createdAt: Date
}

export async function storeFile(
  { db, files, enqueue, articles }: StoreFileDependencies,
  { actor, articleId }: UploadContext,
  file: FileInput,
  put: (key: string) => Promise<StoredFileInfo>,
): Promise<StoredFile> {
  const { companyId } = await authorise(db, actor, articles.uploadRule, articleId)
  const id = newId()
  // The content type controls how a file is served: an attachment is never served as the type it claims.
  const contentType = file.kind === 'image' ? file.type : 'application/octet-stream'
  const key = newFileKey(file.kind === 'image' ? 'images' : 'attachments', contentType)
  const row = { id, key, contentType, companyId, ownerId: actor.userId, kind: file.kind, name: file.name }
  await insertPendingFile(db, row)
  try {
    const facts = await put(key)
    return await runTransaction(db, async (trx) => {
      const { rootId } = await authorise(trx, actor, articles.uploadRule, articleId)
      const createdAt = await markStored(trx, id, facts)
      if (createdAt === null) throw new AppError('not_found')
      await recordFileUses(trx, [id], rootId)
      if (file.kind === 'image') await enqueue(trx, makeThumbnails, { fileId: id })
      await enqueue(trx, file.kind === 'image' ? readPicture : readAttachment, { fileId: id })
      return { id, key, url: keyToPath(key), rootId, size: facts.size, createdAt }
    })
  } catch (error) {
    // Whatever cannot be deleted now, the sweep finds by its row.
    await discardPendingFile({ db, files }, { id, key }).catch(() => {})
    throw error
  }
}

/** A commit whose response was lost may still have succeeded: the lock waits until that is known. */
const discardPendingFile = (
  { db, files }: Pick<StoreFileDependencies, 'db' | 'files'>,
  { id, key }: { id: string; key: string },
) =>
  runTransaction(db, async (trx) => {
    if (!(await lockPendingFile(trx, id))) return
    await files.remove(key)
    await deletePendingFile(trx, id)
  })
