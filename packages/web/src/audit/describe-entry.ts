/** The sentence of an entry, without its person. The name of the thing comes after the verb. */
import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'
import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'

type Described = { readonly verb: string; readonly object: string | null }
type Words = string | ((entry: AuditEntry) => string)

const isOn = ({ details }: AuditEntry, field: string) => details[field] === true

/** Every action, in the words of the list and of its filter. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  logged_in_as: 'Logged in as',
  login_as_left: 'Stopped being logged in as',
  password_changed: 'Changed the password',
  email_changed: 'Changed the email',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  recovery_codes_renewed: 'Created new recovery codes',
  api_key_created: 'Created the API key',
  api_key_revoked: 'Revoked the API key',
  api_keys_switched: 'Changed API keys of',
  user_created: 'Created a user',
  user_invited: 'Invited a user',
  invitation_withdrawn: 'Withdrew the invitation of',
  role_changed: 'Changed the role of',
  status_changed: 'Changed the status of',
  user_removed: 'Removed',
  group_member_added: 'Added a member to',
  group_member_removed: 'Removed a member from',
  group_invitation_added: 'Added an invited user to',
  group_invitation_removed: 'Removed an invited user from',
  group_deleted: 'Deleted the group',
  workspace_role_changed: 'Gave a role in',
  workspace_role_removed: 'Removed a role in',
  workspace_group_role_changed: 'Gave a group a role in',
  workspace_group_role_removed: 'Removed a group from',
  workspace_created: 'Created the workspace',
  workspace_visibility_changed: 'Changed who sees',
  workspace_deleted: 'Deleted the workspace',
  slack_connected: 'Connected Slack to',
  slack_disconnected: 'Disconnected Slack from',
  article_deleted: 'Deleted the article',
  article_restored: 'Restored the article',
  article_merged: 'Merged into another article',
  article_transferred: 'Moved the article',
  version_deleted: 'Deleted a version of',
  public_link_changed: 'Changed the public link of',
  article_shared: 'Shared by name',
  article_share_changed: 'Changed sharing by name of',
  article_unshared: 'Stopped sharing by name',
  sharing_switched: 'Changed public links of',
  meeting_retention_changed: 'Changed how long recordings of meetings are kept in',
  article_exported: 'Exported the article',
  workspace_exported: 'Exported the workspace',
  recordings_downloaded: 'Opened the downloads of',
  audit_log_exported: 'Exported the audit log',
  plan_chosen: 'Chose a plan',
  plan_changed: 'Changed the plan',
  subscription_canceled: 'Canceled the subscription',
  subscription_resumed: 'Resumed the subscription',
  payment_method_opened: 'Opened the change of the payment method',
  seats_changed: 'Changed the number of paid users',
  subscription_status_changed: 'Changed the status of the subscription',
  company_status_changed: 'Changed the status of',
  billing_switched: 'Changed billing of',
  webhook_created: 'Created a webhook of',
  webhook_changed: 'Changed the webhook to',
  webhook_deleted: 'Deleted the webhook to',
  webhook_secret_viewed: 'Viewed the secret of the webhook to',
  webhook_secret_rotated: 'Rotated the secret of the webhook to',
  template_created: 'Created the template',
  template_renamed: 'Renamed the template',
  template_deleted: 'Deleted the template',
  ai_switched: 'Changed AI of',
  ai_settings_changed: 'Changed the AI settings of',
  domain_created: 'Created a domain for',
  company_removed: 'Removed the company',
  job_reset: 'Reset the job',
  job_deleted: 'Deleted the job',
  done_jobs_deleted: 'Removed done jobs',
  videos_cleaned: 'Cleaned up videos',
  event_replayed: 'Replayed a message of the payment provider',
  refund_dismissed: 'Dismissed the refund of the payment',
}

/** Where the details say more than the label. */
const words: Partial<Record<AuditAction, Words>> = {
  ai_switched: (entry) => (isSwitchedOn(entry, 'isAiEnabled') ? 'Turned on AI for' : 'Turned off AI for'),
  api_keys_switched: (entry) => (isOn(entry, 'areApiKeysOff') ? 'Turned off API keys of' : 'Turned on API keys of'),
  article_share_changed: (entry) =>
    isOn(entry, 'mayComment') ? 'Let a person or group comment on' : 'Limited a person or group to viewing',
  billing_switched: (entry) => (isSwitchedOn(entry, 'isBilling') ? 'Turned on billing for' : 'Turned off billing for'),
  company_status_changed: (entry) => (isActivation(entry) ? 'Activated' : 'Deactivated'),
  password_changed: (entry) => (isOn(entry, 'isReset') ? 'Reset the password' : actionLabels.password_changed),
  public_link_changed: (entry) => {
    if (entry.details['shared'] === false) return 'Removed the public link of'
    return isOn(entry, 'shared') ? 'Shared with a public link' : 'Changed the public link of'
  },
  sharing_switched: (entry) =>
    isOn(entry, 'isSharingOff') ? 'Turned off public links of' : 'Turned on public links of',
  sign_in_failed: ({ details }) =>
    details['reason'] === 'code' ? 'Failed to sign in: wrong code' : 'Failed to sign in: wrong password',
  status_changed: ({ details }) => {
    const status = details['status'] ?? details['userStatus']
    const isOff = typeof status === 'string' && status.toLowerCase() === 'deactivated'
    return isOff ? 'Deactivated' : 'Activated'
  },
  workspace_created: ({ details }) =>
    details['visibility'] === 'public' ? 'Created the public workspace' : actionLabels.workspace_created,
  workspace_visibility_changed: ({ details }) =>
    details['visibility'] === 'public' ? 'Made public' : 'Changed who sees',
}

/** Without a value in the request, the switch went to the other side. */
const isSwitchedOn = ({ before, details }: AuditEntry, field: string): boolean =>
  typeof details[field] === 'boolean' ? details[field] : before[field] !== true

function isActivation({ before, details }: AuditEntry): boolean {
  const { status } = details
  if (status === undefined) return before['isActivated'] !== true
  return status === true || status === 'activated'
}

export function describeEntry(entry: AuditEntry): Described {
  const word = words[entry.action]
  const verb = typeof word === 'function' ? word(entry) : (word ?? actionLabels[entry.action])
  const isAboutItself = entry.subject?.kind === 'company' && companyActions.has(entry.action)
  const named = entry.details['email']
  if (isAboutItself) return { verb, object: typeof named === 'string' ? named : null }
  const nameField = nameFields[entry.action]
  const name = nameField === undefined ? null : entry.details[nameField]
  return { verb, object: entry.subject?.title ?? (typeof name === 'string' ? name : null) }
}

/** Objects that a call creates, and payments, are named by a field of the request. */
const nameFields: Partial<Record<AuditAction, string>> = {
  api_key_created: 'name',
  refund_dismissed: 'transactionId',
  template_created: 'title',
  workspace_created: 'title',
}

/** Their subject is the company of the entry, which has its own column. */
const companyActions = new Set<AuditAction>([
  'user_created',
  'user_invited',
  'audit_log_exported',
  'meeting_retention_changed',
  'plan_chosen',
  'plan_changed',
  'subscription_canceled',
  'payment_method_opened',
])
