/** Every call of the product, by feature. */
import { adminCalls } from '../admin/admin.calls.ts'
import { auditCalls } from '../audit/audit.calls.ts'
import { aiCalls } from '../ai/ai.calls.ts'
import { billingAdminCalls } from '../billing/billing-admin.calls.ts'
import { billingCalls } from '../billing/billing.calls.ts'
import { articleVersionCalls } from '../article/article-version.calls.ts'
import { trashCalls } from '../article/trash.calls.ts'
import { articleCalls, draftCalls } from '../article/article.calls.ts'
import { commentCalls } from '../comment/comment.calls.ts'
import { reactionCalls } from '../comment/reaction.calls.ts'
import { companyUserCalls } from '../company/company-user.calls.ts'
import { companyCalls } from '../company/company.calls.ts'
import { invitationCalls } from '../company/invitation.calls.ts'
import { embedCalls } from '../note/embed/embed.calls.ts'
import { errorReportCalls } from '../error-report/error-report.calls.ts'
import { fileAttachmentCalls, imageCalls } from '../file/file.calls.ts'
import { importExportCalls } from '../import-export/import-export.calls.ts'
import { finderCalls } from '../group/finder.calls.ts'
import { groupCalls } from '../group/group.calls.ts'
import { slackCalls } from '../integration/slack.calls.ts'
import { botCalls } from '../meeting/bot.calls.ts'
import { calendarCalls } from '../meeting/calendar.calls.ts'
import { meetingCalls } from '../meeting/meeting.calls.ts'
import { notificationCalls } from '../notification/notification.calls.ts'
import { healthCalls } from '../health/health.calls.ts'
import { reviewCalls } from '../review/review.calls.ts'
import { searchCalls } from '../search/search.calls.ts'
import { sharedBrowseCalls, shareCalls } from '../share/share.calls.ts'
import { systemCheckCalls } from '../system-check/system-check.calls.ts'
import { tagCalls } from '../tag/tag.calls.ts'
import { transcriptionCalls } from '../transcription/transcription.calls.ts'
import { accountCalls } from '../user/account.calls.ts'
import { apiKeyCalls } from '../user/api-key.calls.ts'
import { sessionCalls } from '../user/session.calls.ts'
import { twoFactorCalls } from '../user/two-factor.calls.ts'
import { userCalls } from '../user/user.calls.ts'
import { videoUploadCalls } from '../video/upload/video-upload.calls.ts'
import { templateCalls } from '../template/template.calls.ts'
import { webhookCalls } from '../webhook/webhook.calls.ts'
import { workspaceRoleCalls } from '../workspace/workspace-role.calls.ts'
import { workspaceCalls } from '../workspace/workspace.calls.ts'
import type { CallSet } from './call.ts'

export const catalogue = {
  account: accountCalls,
  admin: adminCalls,
  audit: auditCalls,
  ai: aiCalls,
  apiKey: apiKeyCalls,
  article: articleCalls,
  articleVersion: articleVersionCalls,
  bot: botCalls,
  billing: billingCalls,
  billingAdmin: billingAdminCalls,
  calendar: calendarCalls,
  comment: commentCalls,
  company: companyCalls,
  companyUser: companyUserCalls,
  draft: draftCalls,
  embed: embedCalls,
  errorReport: errorReportCalls,
  fileAttachment: fileAttachmentCalls,
  importExport: importExportCalls,
  template: templateCalls,
  finder: finderCalls,
  group: groupCalls,
  image: imageCalls,
  invitation: invitationCalls,
  meeting: meetingCalls,
  notification: notificationCalls,
  health: healthCalls,
  reaction: reactionCalls,
  review: reviewCalls,
  search: searchCalls,
  session: sessionCalls,
  share: shareCalls,
  sharedBrowse: sharedBrowseCalls,
  systemCheck: systemCheckCalls,
  slack: slackCalls,
  tag: tagCalls,
  transcription: transcriptionCalls,
  trash: trashCalls,
  twoFactor: twoFactorCalls,
  user: userCalls,
  videoUpload: videoUploadCalls,
  webhook: webhookCalls,
  workspace: workspaceCalls,
  workspaceRole: workspaceRoleCalls,
} as const satisfies Record<string, CallSet>

export type Catalogue = typeof catalogue
