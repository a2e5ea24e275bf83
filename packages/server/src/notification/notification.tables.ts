import type { EmailFrequency, NotificationType } from '@knowreel/shared/notification/notification.calls.ts'
import type { Generated } from 'kysely'

export type Reason = 'mention' | 'reply' | 'follow'

export type NotificationsTable = {
  id: string
  company_id: string
  user_id: string
  type: NotificationType
  article_id: string
  began_at: Date
  notified_at: Date
  changed_at: Generated<Date>
  read_at: Date | null
}

export type NotificationItemsTable = {
  notification_id: string
  event_id: string
  by_id: string | null
  reason: Reason | null
  excerpt: string | null
  notified_at: Date
  mail: 'instant' | 'daily' | null
  mail_due_at: Date | null
  mail_id: string | null
}

export type NotificationMailsTable = {
  id: string
  company_id: string
  user_id: string
  article_id: string | null
  made_at: Date
  sent_at: Date | null
}

export type NotificationSettingsTable = {
  user_id: string
  company_id: string
  mentions: Generated<EmailFrequency>
  comments: Generated<EmailFrequency>
  publishes: Generated<EmailFrequency>
  shares: Generated<EmailFrequency>
  time_zone: string | null
}

export type ArticleFollowsTable = {
  user_id: string
  article_id: string
  state: 'followed' | 'muted' | null
  is_mail_off: Generated<boolean>
}

export type WorkspaceFollowsTable = { user_id: string; workspace_id: string; state: 'followed' | 'muted' }

declare module '../platform/database/db.ts' {
  interface Tables {
    notifications: NotificationsTable
    notification_items: NotificationItemsTable
    notification_mails: NotificationMailsTable
    notification_settings: NotificationSettingsTable
    article_follows: ArticleFollowsTable
    workspace_follows: WorkspaceFollowsTable
  }
}
