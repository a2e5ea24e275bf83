import { recordInstallationDays, removeCompanyJob } from '../admin/index.ts'
import { sweepAuditLog } from '../audit/index.ts'
import { embedPassages, structureRecording, sweepAiUsage } from '../ai/index.ts'
import { findArticleLinks, purgeDeletedArticles, refreshDraft, removeIdleDrafts } from '../article/index.ts'
import {
  applyBillingEvent,
  cancelSubscription,
  reconcileBilling,
  sweepBillingEvents,
  updatePaidSeats,
} from '../billing/index.ts'
import { makeThumbnails, readAttachment, readPicture, readUnreadAttachments, sweepFiles } from '../file/index.ts'
import { postToSlack, unfurlSlackLinks } from '../integration/index.ts'
import { runExportJob, runImportJob, sweepImportExportJobs } from '../import-export/index.ts'
import {
  checkCalendarFeed,
  checkCalendarFeeds,
  deleteOldRecordings,
  refreshInvitations,
  storeLostRecording,
  sweepMeetings,
} from '../meeting/index.ts'
import { compactNoteJob } from '../note/index.ts'
import {
  collectNotificationMails,
  notifyArticlePublished,
  sendNotificationMail,
  sweepNotifications,
} from '../notification/index.ts'
import { removeFile, removeFiles } from '../platform/files/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import { sendMail } from '../platform/mail/index.ts'
import { remindReviews } from '../review/index.ts'
import { readScreenText, readUnreadRecordings } from '../screen-text/index.ts'
import { deleteExpiredSessionsJob, sendEmailConfirmation, sendPasswordReset } from '../user/index.ts'
import {
  deriveFromVideo,
  extractSound,
  insertRecording,
  processVideo,
  sweepVideoFiles,
  transcodeVideo,
} from '../video/pipeline/index.ts'
import { joinVideoParts, makeRendition, removeUnusedVideos, sweepVideoParts } from '../video/index.ts'
import { transcribeVideo } from '../transcription/index.ts'
import { deleteWebhookJob, sweepWebhooks } from '../webhook/index.ts'
import { purgeDeletedWorkspaces } from '../workspace/index.ts'

/** Every job of the product. A job that is missing here can neither be enqueued nor run. */
export const allJobs: readonly Job[] = [
  applyBillingEvent,
  cancelSubscription,
  checkCalendarFeed,
  checkCalendarFeeds,
  collectNotificationMails,
  compactNoteJob,
  deleteExpiredSessionsJob,
  deleteOldRecordings,
  deleteWebhookJob,
  deriveFromVideo,
  embedPassages,
  extractSound,
  findArticleLinks,
  joinVideoParts,
  makeRendition,
  makeThumbnails,
  notifyArticlePublished,
  insertRecording,
  postToSlack,
  processVideo,
  purgeDeletedArticles,
  purgeDeletedWorkspaces,
  readAttachment,
  readPicture,
  readScreenText,
  readUnreadAttachments,
  reconcileBilling,
  recordInstallationDays,
  readUnreadRecordings,
  refreshDraft,
  refreshInvitations,
  remindReviews,
  removeCompanyJob,
  removeFile,
  removeFiles,
  removeIdleDrafts,
  removeUnusedVideos,
  runExportJob,
  runImportJob,
  sendEmailConfirmation,
  sendMail,
  sendNotificationMail,
  sendPasswordReset,
  storeLostRecording,
  structureRecording,
  sweepAuditLog,
  sweepAiUsage,
  sweepBillingEvents,
  sweepFiles,
  sweepNotifications,
  sweepImportExportJobs,
  sweepMeetings,
  sweepVideoFiles,
  sweepVideoParts,
  sweepWebhooks,
  transcodeVideo,
  transcribeVideo,
  unfurlSlackLinks,
  updatePaidSeats,
]
