/** Sharing as it travels. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'

/** A person, a group, or an address that has not joined the company yet. */
export const sharedEntity = z.object({
  /** Of the share itself: what DELETE takes. */
  shareId: z.string(),
  type: z.enum(['user', 'group', 'invited']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  /** How many people a group has; null for a person. */
  members: z.number().int().nullable(),
})
export type SharedEntity = z.infer<typeof sharedEntity>

export const sharedData = z.object({
  articleId: z.string(),
  /** Of the public link; null while that is off. */
  token: z.string().nullable(),
  privateToken: z.string().nullable(),
  /** The public link is on. */
  shared: z.boolean(),
  expiresAt: isoTime.nullable(),
  hasPassword: z.boolean(),
  /** The link shows the articles below this one too. */
  isWithSubArticles: z.boolean(),
  lastUsedAt: isoTime.nullable(),
  /** Public links are switched off here, and by whom; null where they may be made. */
  offBy: z.enum(['workspace', 'company']).nullable(),
})
export type SharedData = z.infer<typeof sharedData>

/** What travels of sharing with an article, to its author and those who edit it; others get null. */
export const articleSharing = z.object({
  /** The public link, as far as one was made. */
  shared: z.object({ token: z.string() }).nullable(),
  /** The first 50 it is shared with by name; `id` is what removing one of them gives. */
  sharedUserGroup: z.object({ id: z.string(), entities: z.array(sharedEntity) }).nullable(),
})
export type ArticleSharing = z.infer<typeof articleSharing>
