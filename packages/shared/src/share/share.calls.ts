/**
 * Sharing an article outside its workspace: a public link for anyone, a private link for named people, and the names. A
 * link opens the published article and ends for page and files within seconds. Link options, their list and the
 * off-switches are additions (docs/decisions/0064), and so is what recipients may do (docs/decisions/0311).
 */
import * as z from 'zod'
import { article, articleSummary, articleTreeEntry } from '../article/article.wire.ts'
import { call, may } from '../catalogue/call.ts'
import { anyId, flag, isoTime, success } from '../catalogue/wire.ts'
import { fileLimits } from '../file/file.rules.ts'
import { person } from '../user/user.calls.ts'
import { sharePasswordLimits } from './share.limits.ts'
import { shareAudience, sharedData, shareRecipient } from './share.wire.ts'

export type { ShareAudience, SharedData, ShareRecipient } from './share.wire.ts'

const sharedLink = z.object({
  article: articleSummary.pick({ id: true, shortId: true, slug: true, title: true }),
  workspace: z.object({ id: z.string(), shortId: z.string(), slug: z.string(), title: z.string() }),
  createdBy: person.nullable(),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
  hasPassword: z.boolean(),
  isWithSubArticles: z.boolean(),
  lastUsedAt: isoTime.nullable(),
  /** Number of times that the link opened the page. */
  uses: z.number().int(),
})
export type SharedLink = z.infer<typeof sharedLink>

/** A shared page. `children` are the sub-articles if the link includes them, otherwise empty. */
const sharedPage = z.object({
  article,
  workspace: z.object({ title: z.string() }),
  company: z.object({ title: z.string(), logo: z.string().nullable(), isPaid: z.boolean() }),
  children: z.array(articleTreeEntry.extend({ parentId: z.string().nullable() })),
  /** Path in its workspace, for people who may open it there. */
  workspacePath: z.string().nullable(),
})
export type SharedPage = z.infer<typeof sharedPage>

const token = z.string().min(1).max(64)
const openRateLimit = { max: 120, windowMs: 60_000 }
/** Every open page checks regularly, and an office may share one address. */
const checkRateLimit = { max: 1200, windowMs: 60_000 }
const path = z.string().min(1).max(300)
const pathOrPaths = z.union([path, z.array(path).min(1).max(fileLimits.paths)])

export const shareCalls = {
  get: call({
    method: 'GET',
    path: '/shared/article/{id}',
    summary: 'The links of an article',
    allow: may('share.edit', 'params.id'),
    key: 'read',
    response: z.object({ shared: sharedData }),
  }),
  save: call({
    method: 'POST',
    path: '/shared/article/{id}',
    summary: 'Make, renew or delete the public link of an article, or change what it allows',
    allow: may('share.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({
      /** Not trusted: the URL determines it. */
      id: anyId.nullish(),
      shared: z.boolean().optional(),
      /** The old URL stops working immediately. */
      isRefreshToken: z.boolean().optional(),
      isPrivate: z.boolean().optional(),
      /** Null: never expires. */
      expiresAt: z.iso.datetime().nullable().optional(),
      /** Null: no password. */
      password: z.string().min(sharePasswordLimits.minimum).max(sharePasswordLimits.maximum).nullable().optional(),
      isWithSubArticles: z.boolean().optional(),
    }),
    response: z.object({ sharedData }),
    errors: ['sharing_off', 'expiry_past', 'article_archived'],
    refusesOperators: true,
    audit: {
      action: 'public_link_changed',
      subject: { kind: 'article', at: 'params.id' },
      details: ['shared', 'isRefreshToken'],
    },
  }),
  token: call({
    method: 'GET',
    path: '/shared/article/{id}/token',
    summary: 'The token of a link; the private one is created on first request and grants no access',
    // With `isFirstWorkspaceArticle`, the id is a workspace's and means its first article.
    allow: may('share.token', 'params.id'),
    key: 'write',
    query: z.strictObject({ isPrivate: flag, isFirstWorkspaceArticle: flag }),
    response: z.object({ token: z.string().nullable() }),
  }),
  entities: call({
    method: 'GET',
    path: '/shared/article/{id}/entities',
    summary: 'People and groups an article is shared with by name',
    allow: may('share.people', 'params.id'),
    key: 'read',
    response: z.object({
      entities: z.array(shareRecipient),
      isTruncated: z.boolean().optional(),
      /** For people who may add others: who sees the article through its workspace. */
      audience: shareAudience.optional(),
    }),
  }),
  addEntities: call({
    method: 'POST',
    path: '/shared/article/{id}/entities',
    summary: 'Share an article with people and groups of the company',
    allow: may('share.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({
      entities: z
        .array(
          z.object({
            type: z.enum(['user', 'group', 'invited']),
            id: anyId,
            email: z.string().max(254).nullish(),
            /** False: may only view. Does not change present recipients. */
            mayComment: z.boolean().default(true),
          }),
        )
        .min(1)
        .max(100),
    }),
    response: z.object({ entities: z.array(shareRecipient) }),
    errors: ['unknown_user', 'unknown_group', 'article_archived'],
    refusesOperators: true,
    audit: { action: 'article_shared', subject: { kind: 'article', at: 'params.id' }, details: ['entities'] },
  }),
  updateEntity: call({
    method: 'PATCH',
    path: '/shared/article/{id}/entity',
    summary: 'Change whether a person or a group that an article is shared with may comment on it',
    allow: may('share.edit', 'params.id'),
    key: 'write',
    /** `entityId` as for DELETE. */
    body: z.strictObject({ entityId: anyId, mayComment: z.boolean() }),
    response: success,
    refusesOperators: true,
    audit: {
      action: 'article_share_changed',
      subject: { kind: 'article', at: 'params.id' },
      details: ['entityId', 'mayComment'],
    },
  }),
  removeEntity: call({
    method: 'DELETE',
    path: '/shared/article/{id}/entity',
    summary: 'End the share with a person or a group',
    allow: may('share.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({ entityId: anyId }),
    response: z.object({ sharedUserGroupId: z.string() }),
    audit: { action: 'article_unshared', subject: { kind: 'article', at: 'params.id' }, details: ['entityId'] },
  }),
  links: call({
    method: 'GET',
    path: '/shared/links',
    summary: 'All live public links of the workspaces where the caller edits, last used first',
    allow: 'member',
    key: 'read',
    query: z.strictObject({ workspaceId: anyId.optional() }),
    response: z.object({ links: z.array(sharedLink), isTruncated: z.boolean().optional() }),
    errors: ['workspace_not_found'],
  }),
}

/** The shared page. Without access the response is always "not found", whatever the reason. */
export const sharedBrowseCalls = {
  open: call({
    method: 'GET',
    path: '/browse/shared/{token}',
    summary: 'The article behind a public link',
    allow: 'guest',
    query: z.strictObject({
      /** A sub-article, if the link includes them. */
      articleId: anyId.optional(),
      /** The pass from unlocking. */
      pass: z.string().max(400).optional(),
    }),
    response: sharedPage,
    errors: ['shared_not_found', 'shared_locked'],
    rateLimit: openRateLimit,
  }),
  unlock: call({
    method: 'POST',
    path: '/browse/shared/{token}/unlock',
    summary: 'Unlock a public link with its password',
    allow: 'guest',
    body: z.strictObject({ password: z.string().max(sharePasswordLimits.maximum) }),
    response: z.object({
      /** Sent with every call for this link; valid for 12 hours while link and password are unchanged. */
      pass: z.string(),
    }),
    errors: ['shared_not_found', 'wrong_share_password'],
    rateLimit: { max: 10, windowMs: 60_000 },
  }),
  openPrivate: call({
    method: 'GET',
    path: '/browse/shared/{token}/private',
    summary: 'The article behind a private link, for workspace members and recipients',
    allow: may('share.openPrivate', 'params.token'),
    key: 'read',
    response: sharedPage,
    errors: ['shared_not_found'],
    rateLimit: openRateLimit,
  }),
  check: call({
    method: 'GET',
    path: '/browse/shared/{token}/check',
    summary: 'Whether an open page may still be shown; does not count as an open',
    allow: 'guest',
    query: z.strictObject({
      isPrivate: flag,
      /** Uuid of the article shown. */
      articleId: z.uuid().optional(),
      pass: z.string().max(400).optional(),
    }),
    response: success,
    errors: ['shared_not_found', 'shared_locked'],
    rateLimit: checkRateLimit,
  }),
  imageUrl: call({
    method: 'POST',
    path: '/browse/shared/image/url',
    summary: 'Signed addresses of pictures on a shared page',
    allow: 'guest',
    body: z.strictObject({
      token,
      isPrivate: z.boolean().optional(),
      pass: z.string().max(400).optional(),
      path: pathOrPaths,
      width: z.number().int().min(1).max(100_000).optional(),
    }),
    response: z.object({
      url: z.string().nullable(),
      signedUrl: z.string().nullable(),
      signedUrls: z.array(z.string().nullable()).nullable(),
    }),
    errors: ['shared_not_found', 'shared_locked'],
    rateLimit: openRateLimit,
  }),
  attachmentUrl: call({
    method: 'POST',
    path: '/browse/shared/file-attachment/url',
    summary: 'Signed addresses of attachments on a shared page',
    allow: 'guest',
    body: z.strictObject({
      token,
      isPrivate: z.boolean().optional(),
      pass: z.string().max(400).optional(),
      path: pathOrPaths,
    }),
    response: z.object({ signedUrl: z.string().nullable(), signedUrls: z.array(z.string().nullable()).nullable() }),
    errors: ['shared_not_found', 'shared_locked'],
    rateLimit: openRateLimit,
  }),
  companyLogo: call({
    method: 'GET',
    path: '/browse/shared/company/logo/{articleId}',
    summary: 'The logo above a publicly shared article',
    allow: 'guest',
    response: z.object({ logo: z.string().nullable() }),
    rateLimit: openRateLimit,
  }),
  oembed: call({
    method: 'GET',
    path: '/oembed',
    summary: 'How another page embeds the article behind a public link without a password (oEmbed 1.0, JSON only)',
    allow: 'guest',
    // Consumers add fields of their own.
    query: z.object({
      /** URL of the shared page. */
      url: z.string().max(2000),
      format: z.enum(['json']).optional(),
      maxwidth: z.coerce.number().int().min(1).max(10_000).optional(),
      maxheight: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    response: z.object({
      type: z.literal('rich'),
      version: z.literal('1.0'),
      title: z.string(),
      author_name: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      /** Seconds. */
      cache_age: z.number().int(),
      html: z.string(),
      width: z.number().int(),
      height: z.number().int(),
    }),
    errors: ['shared_not_found'],
    rateLimit: openRateLimit,
  }),
}
