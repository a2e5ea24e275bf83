import type { Call } from '@knowreel/shared/catalogue/call.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import type { CallName } from '../world.ts'

/** Calls whose sample request is refused by a rule although access is granted. All others succeed. */
export const ruledRefusals: Partial<Record<CallName, ErrorCode>> = {
  'account.resetPassword': 'link_used',
  // Companies of this installation have no hosts.
  'admin.createDomain': 'domains_off',
  // This installation has no URL: company-domains.routes.test.ts.
  'company.certificate': 'not_found',
  // admin-jobs.test.ts has jobs.
  'admin.removeJob': 'not_found',
  'admin.resetJob': 'not_found',
  // AI is off; ask.test.ts and ai-settings.test.ts turn it on.
  'ai.ask': 'ai_off',
  'ai.check': 'ai_off',
  'ai.savePreferences': 'ai_off',
  'ai.saveSettings': 'ai_off',
  // Answers belong to one person: ask.test.ts.
  'ai.rate': 'not_found',
  // The payment provider cannot be reached here.
  'billing.checkout': 'payment_provider_failed',
  'billing.createTransaction': 'payment_provider_failed',
  'billing.invoice': 'payment_provider_failed',
  'billing.listPrices': 'payment_provider_failed',
  'billing.pause': 'payment_provider_failed',
  'billing.resume': 'subscription_not_ending',
  'billing.update': 'payment_provider_failed',
  'billing.updatePayment': 'payment_provider_failed',
  // cancel-subscription.test.ts has refunds that are due.
  'billingAdmin.dismissRefund': 'not_found',
  'billingAdmin.replay': 'not_found',
  'billingAdmin.replayUnapplied': 'not_found',
  // Slack redirects back with a state that the session began: connect-slack.test.ts.
  'slack.connect': 'slack_expired',
  // The sample has one article; merge-articles.test.ts has two.
  'article.merge': 'merge_into_itself',
  // file.routes.test.ts uploads files.
  'fileAttachment.upload': 'file_missing',
  'image.upload': 'wrong_image_url',
  // calendar.test.ts has calendars, which belong to one person.
  'calendar.save': 'calendar_unreachable',
  'calendar.select': 'not_found',
  // Upcoming: meeting.routes.test.ts sends bots again.
  'meeting.sendAgain': 'meeting_changed',
  'session.logIn': 'wrong_credentials',
  'session.connectExtension': 'link_used',
  'user.confirmEmail': 'link_used',
  'workspace.editable': 'not_found',
  // Nothing is played here; see renditions.test.ts.
  'article.retryRendition': 'video_step_not_failed',
  'twoFactor.confirm': 'two_factor_is_off',
  'twoFactor.renewRecoveryCodes': 'two_factor_is_off',
  'twoFactor.turnOff': 'two_factor_is_off',
  'reaction.create': 'unknown_paragraph',
  // The sample has none; review.routes.test.ts.
  'review.confirm': 'no_review',
  // Nothing is said here; see transcription.routes.test.ts.
  'transcription.editWords': 'unknown_video',
  'transcription.renameSpeaker': 'unknown_speaker',
  'transcription.uploadCaptions': 'no_recording',
  'notification.unsubscribe': 'link_not_valid',
  // Notifications belong to one person: notifications.test.ts.
  'notification.read': 'not_found',
  // Imports and exports belong to one person: import-export.routes.test.ts.
  'importExport.getJob': 'not_found',
  'importExport.removeJob': 'not_found',
  // Parts and uploads belong to one person: video-upload.test.ts.
  'videoUpload.accept': 'part_missing',
  'videoUpload.retry': 'not_found',
  'videoUpload.status': 'not_found',
}

/** GET calls that change something; each is tried on separate data. */
const actingReads = new Set<string>([
  'admin.cleanVideos',
  'admin.logInAs',
  'audit.csv',
  'audit.csvOfAll',
  'company.switch',
  'share.token',
  'webhook.secret',
])

/** Calls that change nothing can share their data. */
export const isReading = (name: CallName, call: Call): boolean => call.method === 'GET' && !actingReads.has(name)
