/**
 * A draft whose recording is being uploaded:
 *
 *     (created, or saved with isNotUploadedVideo) → waits → accepted → first playable file → its first paragraph
 *                                                  └ abandoned (isNotUploadedVideo false), or started again ┘
 *
 * Everything after accepting happens on the server, so nothing is lost when the browser is closed.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { listUsableVideos, listVideos, insertRecording } from '../../video/index.ts'
import type { LockedArticle, RowChange } from '../article-write.queries.ts'

type UploadRow = Pick<LockedArticle, 'is_not_uploaded_video' | 'accept_session_id' | 'paragraphs'> & {
  /** Null for a draft that is still being created. */
  readonly id: string | null
}
type UploadChange = Pick<RowChange, 'is_not_uploaded_video' | 'accept_session_id'>

const noUpload: UploadRow = { id: null, is_not_uploaded_video: false, accept_session_id: null, paragraphs: [] }

/** The change that a save makes to the upload; null for nothing. A draft that has paragraphs waits for no recording. */
export async function readUpload(
  db: Db,
  actor: Member,
  { isNotUploadedVideo, acceptSessionId }: ArticleInput,
  row: UploadRow = noUpload,
): Promise<UploadChange | null> {
  const isWaiting = row.is_not_uploaded_video
  if (isNotUploadedVideo === false) return isWaiting ? { is_not_uploaded_video: false, accept_session_id: null } : null
  if (!isNotUploadedVideo || row.paragraphs.length > 0) return null
  const before = isWaiting ? row.accept_session_id : null
  const after = await readAcceptedVideo(db, actor, acceptSessionId, before, row.id)
  return isWaiting && after === before ? null : { is_not_uploaded_video: true, accept_session_id: after }
}

/** Clients send articles back as they knew them, so an accepted upload is forgotten only if it failed. */
async function readAcceptedVideo(
  db: Db,
  actor: Member,
  sent: string | null | undefined,
  before: string | null,
  articleId: string | null,
): Promise<string | null> {
  const companyId = actor.company.id
  if (sent === undefined || sent === before) return before
  if (sent === null) {
    const [video] = await listVideos(db, companyId, before === null ? [] : [before])
    return video?.status === 'error' ? null : before
  }
  const usable = await listUsableVideos(db, { companyId, userId: actor.userId, articleId }, [sent])
  if (!usable.has(sent)) throw new AppError('unknown_video')
  return sent
}

/** It may already be playable, and nothing else would trigger the insertion. */
export async function insertIfAccepted(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  upload: UploadChange | null,
): Promise<void> {
  if (upload?.accept_session_id) await enqueue(trx, insertRecording, { videoId: upload.accept_session_id })
}
