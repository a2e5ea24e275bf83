import { newKey } from '@knowreel/shared/identity/ids.ts'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import { positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { nextParagraphTitle } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { splitAtMarks } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { listVideos } from '../../video/index.ts'
import { findDraftByUpload } from './article-upload.queries.ts'
import { isOpenDraft, loadContent, lockArticleRows, saveContent } from '../article-write.queries.ts'

/**
 * Makes a recording, divided where its author marked it, the first paragraphs of the draft that waits for it, once it can be played. Idempotent; does nothing
 * if the recording is not playable yet or no draft waits for it. Returns the draft.
 */
export const insertRecording = (db: Db, videoId: string): Promise<string | null> =>
  runTransaction(db, async (trx) => {
    const draftId = await findDraftByUpload(trx, videoId)
    const row = draftId === null ? undefined : (await lockArticleRows(trx, [draftId])).get(draftId)
    if (row === undefined || !isOpenDraft(row)) return null
    // Abandoned or started again while this waited for the lock.
    if (!row.is_not_uploaded_video || row.accept_session_id !== videoId) return null
    const [video] = await listVideos(trx, row.company_id, [videoId])
    if (!video || video.status !== 'finished' || video.duration === null) return null
    const content = await loadContent(trx, row)
    const whole = {
      id: newKey(),
      title: nextParagraphTitle(content.paragraphs),
      tags: [],
      isExpanded: true,
      map: wholeRecording(videoId, video.duration),
      items: [],
    }
    const maximum = paragraphLimits.paragraphs - positionsOf(content.paragraphs).length
    const recorded = splitAtMarks(whole, video.marks, { maximum, newId: newKey })
    const extended = { ...content, paragraphs: [...recorded, ...content.paragraphs] }
    await saveContent(trx, row.id, extended, { updated_at: new Date(), is_not_uploaded_video: false })
    return row.id
  })
