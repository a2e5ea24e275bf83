import { AppError } from '@knowreel/shared/error/app-error.ts'
import { videoErrorText } from '@knowreel/shared/video/video-errors.ts'
import { videoUploadCalls } from '@knowreel/shared/video/upload/video-upload.calls.ts'
import { fileReader, serve, type SignAddress, type Member } from '../../access/index.ts'
import type { Feature } from '../../platform/http/feature.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { acceptUpload, type FindEditableArticle, type MarkAccepted } from './accept-upload.ts'
import type { FileLock } from './file-lock.ts'
import { getOwnPart, createPart } from './create-part.ts'
import type { PartAddresses } from './part-address.ts'
import { retryVideoStep, toStepViews } from '../pipeline/index.ts'
import { toVideoView } from '../video-view.ts'
import type { VideoStepState } from '@knowreel/shared/video/video.wire.ts'
import { processingProgress } from '@knowreel/shared/video/upload/upload-progress.rules.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { findVideo, type VideoRow } from '../video.queries.ts'

type UploadServices = {
  readonly db: Db
  readonly files: FileStorage
  readonly fileLock: FileLock
  readonly addresses: PartAddresses
  readonly enqueue: Enqueue
  readonly findEditableArticle: FindEditableArticle
  readonly markAccepted: MarkAccepted
  readonly signAddress: SignAddress
}

export function videoUploadRoutes(services: UploadServices): Feature {
  const { db, addresses, signAddress } = services
  return serve(
    videoUploadCalls,
    {},
    {
      url: async ({ query, actor }) => {
        const id = query.id
          ? (await getOwnPart(db, actor, query.id)).id
          : await createPart(db, actor, query.after ?? null)
        return { id, url: addresses.sign(id) }
      },
      accept: async ({ body, actor }) => ({ id: await acceptUpload(services, actor, body) }),
      status: async ({ params, actor }) => {
        const video = await getAccessibleVideo(services, actor, params.id)
        const isOwn = video.user_id === actor.userId || video.article_id === null
        const reader = fileReader(actor, isOwn ? `company:${actor.company.id}` : `sources:${video.article_id}`)
        const steps = await toStepViews(db, video.id)
        return {
          status: video.status,
          video: toVideoView(video, (key) => signAddress(key, reader)),
          progress: progressOf(video, steps),
          error: video.error === null ? null : videoErrorText(video.error),
          steps,
        }
      },
      retry: async ({ params, body, actor }) => {
        const video = await getAccessibleVideo(services, actor, params.id)
        if (!(await retryVideoStep(services, video.id, body.step))) throw new AppError('video_step_not_failed')
        return { success: true } as const
      },
    },
  )
}

/**
 * Visible to the person who uploaded it and to those who may edit its article; for everyone else the recording does not
 * exist.
 */
async function getAccessibleVideo(
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

const progressOf = (video: VideoRow, steps: readonly VideoStepState[]): number =>
  processingProgress({
    bytes: video.size,
    elapsedMs: Date.now() - video.created_at.getTime(),
    isFinished: video.status === 'finished',
    steps,
  })
