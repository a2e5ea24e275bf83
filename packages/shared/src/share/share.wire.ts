/** Wire format of sharing. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'

/** A person, a group, or an address that has not joined the company yet. */
export const shareRecipient = z.object({
  /** Id of the share, for PATCH and DELETE. */
  shareId: z.string(),
  type: z.enum(['user', 'group', 'invited']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  /** Number of people in a group; null for a person. */
  members: z.number().int().nullable(),
  /** May also comment and react; otherwise only view. */
  mayComment: z.boolean(),
})
export type ShareRecipient = z.infer<typeof shareRecipient>

/** Everyone who sees the workspace of an article, at most 1,001 of each kind. */
export const shareAudience = z.object({
  /** Every member of the company. */
  isWholeCompany: z.boolean(),
  userIds: z.array(z.string()),
  groupIds: z.array(z.string()),
  /** Addresses that have not joined the company yet. */
  emails: z.array(z.string()),
})
export type ShareAudience = z.infer<typeof shareAudience>

export const sharedData = z.object({
  articleId: z.string(),
  /** Token of the public link; null while it is off. */
  token: z.string().nullable(),
  privateToken: z.string().nullable(),
  /** The public link is on. */
  shared: z.boolean(),
  expiresAt: isoTime.nullable(),
  hasPassword: z.boolean(),
  /** The link includes the sub-articles. */
  isWithSubArticles: z.boolean(),
  lastUsedAt: isoTime.nullable(),
  /** Public links are turned off here, and by whom; null where they may be made. */
  offBy: z.enum(['workspace', 'company']).nullable(),
})
export type SharedData = z.infer<typeof sharedData>

/** Sharing data of an article, for its author and editors; others get null. */
export const articleSharing = z.object({
  /** The public link, if one was created. */
  shared: z.object({ token: z.string() }).nullable(),
  /** The first 50 recipients; `id` is needed to remove one of them. */
  sharedUserGroup: z.object({ id: z.string(), entities: z.array(shareRecipient) }).nullable(),
})
export type ArticleSharing = z.infer<typeof articleSharing>
