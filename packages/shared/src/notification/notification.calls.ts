/**
 * Notifications: mentions, publishes, comments and shares. Notifications about objects that their recipient can no
 * longer see are not delivered. Following and email settings are additions (docs/decisions/0062).
 */
import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'

export const notificationTypes = [
  'article_mention',
  'article_publish',
  'comment_mention',
  'article_shared',
  'article_review',
] as const
export const notificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof notificationType>

export const notification = z.object({
  id: z.string(),
  type: notificationType,
  isNew: z.boolean(),
  time: isoTime,
  /** The person who caused it; null if the account no longer exists, and for reminders. */
  user: person.nullable(),
  /** Reason of a `comment_mention`: a mention, a reply in a thread, or a comment on a followed article. */
  reason: z.enum(['mention', 'reply', 'follow']).nullable(),
  payload: z.object({
    articleTitle: z.string(),
    articleShortId: z.string(),
    articleId: z.string(),
    articleSlug: z.string(),
    workspaceTitle: z.string().nullable(),
    workspaceShortId: z.string().nullable(),
    workspaceSlug: z.string().nullable(),
    commentId: z.string().nullable(),
    /** The beginning of the comment without tags. */
    excerpt: z.string().nullable(),
    isDraft: z.boolean(),
    /** The private link of an `article_shared`. */
    sharedToken: z.string().nullable(),
  }),
})
export type Notification = z.infer<typeof notification>

/** `instant` waits 60 s and is merged per article; `daily` is one email in the morning of the person's time zone. */
export const emailFrequency = z.enum(['instant', 'daily', 'never'])
export type EmailFrequency = z.infer<typeof emailFrequency>

export const notificationSettings = z.object({
  mentions: emailFrequency,
  comments: emailFrequency,
  publishes: emailFrequency,
  shares: emailFrequency,
  /** IANA time zone for the daily email at 8:00; null means UTC. */
  timeZone: z
    .string()
    .regex(/^[\w+/-]{1,64}$/)
    .nullable(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/**
 * `followed` notifies of every comment and publish, `muted` of mentions only; null: of what the person takes part in.
 */
export const followState = z.enum(['followed', 'muted']).nullable()
export type FollowState = z.infer<typeof followState>

const followTarget = z.object({
  kind: z.enum(['article', 'workspace']),
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  title: z.string(),
  /** The article's workspace; null for a workspace, and if only the article is visible. */
  workspace: z.object({ shortId: z.string(), slug: z.string(), title: z.string() }).nullable(),
  follow: followState.unwrap(),
})
export type FollowTarget = z.infer<typeof followTarget>

const followResponse = z.object({ follow: followState })
const followBody = z.strictObject({ follow: followState })

export const notificationCalls = {
  list: call({
    method: 'GET',
    path: '/notifications',
    summary: 'Notifications made or changed since `t`, newest first, at most 100',
    allow: 'member',
    key: companyWide('read'),
    allowsUnpaid: true,
    query: z.strictObject({
      /** Unix seconds of the last response; below 10⁹, that many seconds ago. */
      t: z.coerce.number().min(0).max(1e11).optional(),
    }),
    response: z.object({
      notifications: z.array(notification),
      /** Unix seconds for the next request. Changes around that time may be repeated under the same id. */
      time: z.number(),
      /** Total of unread notifications. */
      count: z.number().int(),
    }),
  }),
  read: call({
    method: 'POST',
    path: '/notifications/{id}/read',
    summary: 'Mark a notification as read',
    allow: 'member',
    key: companyWide('write'),
    allowsUnpaid: true,
    response: success,
  }),
  readAll: call({
    method: 'POST',
    path: '/notifications/read-all',
    summary: 'Mark all notifications as read',
    allow: 'member',
    key: companyWide('write'),
    allowsUnpaid: true,
    response: success,
  }),
  settings: call({
    method: 'GET',
    path: '/notifications/settings',
    summary: 'Which mails the caller gets in this company',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ settings: notificationSettings }),
  }),
  saveSettings: call({
    method: 'POST',
    path: '/notifications/settings',
    summary: 'Choose which mails one gets in this company',
    allow: 'member',
    key: companyWide('write'),
    body: notificationSettings.partial().strict(),
    response: z.object({ settings: notificationSettings }),
    errors: ['unknown_time_zone'],
  }),
  unsubscribe: call({
    method: 'POST',
    path: '/notifications/unsubscribe',
    summary: 'Unsubscribe by email link, without signing in',
    allow: 'guest',
    body: z.strictObject({ token: z.string().min(1).max(400) }),
    response: z.object({
      what: z.enum(['article', 'all']),
      /** The article's title; null if the person no longer sees it. */
      title: z.string().nullable(),
    }),
    errors: ['link_not_valid'],
    rateLimit: { max: 30, windowMs: 60_000 },
  }),
  follows: call({
    method: 'GET',
    path: '/notifications/follows',
    summary: 'What the caller follows and has muted in this company, workspaces first, by title',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ follows: z.array(followTarget), isTruncated: z.boolean().optional() }),
  }),
  articleFollow: call({
    method: 'GET',
    path: '/article/{id}/follow',
    summary: 'Whether the caller follows an article',
    allow: may('notification.followArticle', 'params.id'),
    key: 'read',
    response: followResponse,
  }),
  followArticle: call({
    method: 'POST',
    path: '/article/{id}/follow',
    summary: 'Follow or mute an article',
    allow: may('notification.followArticle', 'params.id'),
    key: 'write',
    body: followBody,
    response: followResponse,
  }),
  workspaceFollow: call({
    method: 'GET',
    path: '/workspace/{id}/follow',
    summary: 'Whether the caller follows a workspace',
    allow: may('notification.followWorkspace', 'params.id'),
    key: 'read',
    response: followResponse,
  }),
  followWorkspace: call({
    method: 'POST',
    path: '/workspace/{id}/follow',
    summary: 'Follow or mute a workspace',
    allow: may('notification.followWorkspace', 'params.id'),
    key: 'write',
    body: followBody,
    response: followResponse,
  }),
}
