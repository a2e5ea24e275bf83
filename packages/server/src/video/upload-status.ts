import { AppError } from '@knowreel/shared/error/app-error.ts'
import { processingProgress } from '@knowreel/shared/video/upload-progress.rules.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { FindEditableArticle } from './accept-upload.ts'
import { findVideo, type VideoRow } from './video.queries.ts'

/** Who uploaded it, and who may edit the article it was uploaded for; to all others there is no such recording. */
export async function getFollowedVideo(
  { db, findEditableArticle }: { db: Db; findEditableArticle: FindEditableArticle },
  actor: Member,
  id: string,
): Promise<VideoRow> {
  const video = isUuid(id) ? await findVideo(db, actor.company.id, id) : null
  if (video === null) throw new AppError('not_found')
  if (video.user_id === actor.userId) return video
  if (video.article_id === null || (await findEditableArticle(actor, video.article_id)) === null)
    throw new AppError('not_found')
  return video
}

export const progressOf = (video: VideoRow): number =>
  processingProgress({
    bytes: video.size,
    elapsedMs: Date.now() - video.created_at.getTime(),
    isFinished: video.status === 'finished',
  })
