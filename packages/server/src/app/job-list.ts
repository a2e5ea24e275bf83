import { notifyArticlePublished, purgeDeletedArticles, refreshDraft, removeIdleDrafts } from '../article/index.ts'
import { compactNoteJob } from '../note/index.ts'
import { removeFile } from '../platform/files/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import { sendMail } from '../platform/mail/index.ts'
import { deleteExpiredSessionsDaily, sendEmailConfirmation, sendPasswordReset } from '../user/index.ts'
import { deriveFromVideo, processVideo, sweepVideoFiles, transcodeVideo } from '../video/pipeline/index.ts'
import { joinVideoParts, sweepVideoParts } from '../video/index.ts'
import { purgeDeletedWorkspaces } from '../workspace/index.ts'

/** Every job of the product. A job that is not here can neither be enqueued nor run. */
export const allJobs: readonly Job[] = [
  compactNoteJob,
  deleteExpiredSessionsDaily,
  deriveFromVideo,
  joinVideoParts,
  notifyArticlePublished,
  processVideo,
  purgeDeletedArticles,
  purgeDeletedWorkspaces,
  refreshDraft,
  removeFile,
  removeIdleDrafts,
  sendEmailConfirmation,
  sendMail,
  sendPasswordReset,
  sweepVideoFiles,
  sweepVideoParts,
  transcodeVideo,
]
