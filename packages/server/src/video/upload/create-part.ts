import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { newFileKey } from '../../platform/files/index.ts'
import { countOpenParts, insertPart, listParts, type Part } from './video-part.queries.ts'

/** Folder for uploads, accepted or not, and for original files of recordings. */
export const originalsFolder = 'originals'
const bytesType = 'application/octet-stream'

/** Limits per person for uploads not yet accepted. The bytes allow three of the largest recordings. */
const openPartLimits = { parts: uploadLimits.parts, bytes: 3 * uploadLimits.totalBytes, perMinute: 600 } as const

/**
 * Creates a part. The successor of a complete part begins where that part ends, in the same file, unless another part
 * was completed there. A repeated request returns the same part.
 */
export async function createPart(db: Db, actor: Member, afterId: string | null): Promise<string> {
  const owner = { userId: actor.userId, companyId: actor.company.id }
  const counted = await countOpenParts(db, actor.userId)
  if (counted.parts >= openPartLimits.parts || counted.bytes >= openPartLimits.bytes)
    throw new AppError('too_many_uploads', { retryAfterSeconds: 60 })
  if (counted.recent >= openPartLimits.perMinute) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
  const before = afterId === null ? null : await getOwnPart(db, actor, afterId)
  if (before !== null && before.size === null) throw new AppError('part_missing')
  if (before !== null && before.size !== null && before.videoId === null) {
    const start = before.start + before.size
    const id = await insertPart(db, { ...owner, id: newId(), fileKey: before.fileKey, start })
    if (id !== null) return id
  }
  const id = newId()
  await insertPart(db, { ...owner, id, fileKey: newFileKey(originalsFolder, bytesType), start: 0 })
  return id
}

export async function getOwnPart(db: Db, actor: Member, id: string): Promise<Part> {
  const [part] = await listParts(db, { userId: actor.userId, companyId: actor.company.id }, [id])
  if (part === undefined) throw new AppError('not_found')
  return part
}
