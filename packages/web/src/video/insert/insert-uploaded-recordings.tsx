import { useEffect, useRef } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { insertMaterial } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import type { VideoEditorController } from '../editing/video-editor-controller.ts'
import * as texts from '../texts.ts'
import { resolveInsertTime } from '../uploads/insert-position.ts'
import { useUploads, withUploads } from '../uploads/page-uploads.ts'
import type { InsertPosition, UploadItem } from '../uploads/upload-item.ts'
import { isShownForInsertion, showForInsertion } from './shown-drafts.ts'

export type InsertTarget = {
  readonly draftId: string
  /** The article that it is a draft of: uploads for its earlier drafts are inserted into this one. */
  readonly original: Article['original']
}

type InsertUploadsProps = InsertTarget & { readonly controller: VideoEditorController }

export function insertVideo(controller: VideoEditorController, video: Video, position: InsertPosition): boolean {
  if (video.duration === null) return false
  const material = wholeRecording(video.id, video.duration)
  controller.addVideo(video)
  return controller.change((tree) =>
    insertMaterial(tree, resolveInsertTime(tree, position), material, { id: newKey() }),
  )
}

/**
 * Inserts each upload once, however often this page renders it; of two tabs only one holds its lock. A separate
 * component, because uploads report often and the surrounding editor need not render for that.
 */
export function InsertUploadedRecordings({ controller, draftId, original }: InsertUploadsProps) {
  const uploads = useUploads()
  const begun = useRef(new Set<string>())
  const [originalId, originalShortId] = [original?.id ?? null, original?.shortId ?? null]
  useEffect(() => showForInsertion([draftId, originalId, originalShortId]), [draftId, originalId, originalShortId])
  useEffect(() => {
    const insert = async ({ id, articleId, context, state }: UploadItem) => {
      if (articleId === null || context.insert === null || state.phase !== 'finished' || state.video === null) return
      if (begun.current.has(id)) return
      begun.current.add(id)
      if (!isShownForInsertion(articleId) && (originalId === null || (await findPublishedId(articleId)) !== originalId))
        return
      // The page may have been left since.
      if (!isShownForInsertion(draftId) || !insertVideo(controller, state.video, context.insert)) return
      showSuccess(texts.theRecordingWasInserted)
      await withUploads((manager) => manager.dismiss(id))
    }
    for (const upload of uploads) void insert(upload)
  }, [controller, draftId, originalId, uploads])
  return null
}

/** The article that a draft became; null if it is still a draft, or nobody may know. */
const findPublishedId = (draftId: string): Promise<unknown> =>
  api.draft.get({ params: { id: draftId } }).then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.body.articleId : null),
  )
