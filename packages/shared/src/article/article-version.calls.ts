import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { article } from './article.wire.ts'

/** What a published article was before: when it was made so, and by whom. */
export const versionEntry = z.object({
  /** From 1, rising, never given twice. */
  version: z.number().int(),
  time: isoTime,
  /** Null when the account is gone: 'Unknown author'. */
  author: person.nullable(),
  profileImage: z.string().nullable(),
  articleId: z.string(),
})
export type VersionEntry = z.infer<typeof versionEntry>

export const versionArticle = article.extend({
  articleId: z.string(),
  /** Recordings that this version played and that are gone; they are left out. */
  missingVideos: z.number().int(),
})
export type VersionArticle = z.infer<typeof versionArticle>

/** In place of the workspace, where only the article is known. */
export const anyPlace = '-'

/** `ws` is the article's own workspace, or `-`; with any other the article is not found. */
export const articleVersionCalls = {
  list: call({
    method: 'GET',
    path: '/article/{ws}/{id}/versions',
    summary: 'Versions of an article, newest first',
    allow: may('article.versions', 'params.id'),
    gives: z.object({ versions: z.array(versionEntry), isTruncated: z.literal(true).optional() }),
  }),
  get: call({
    method: 'GET',
    path: '/article/{ws}/{id}/v/{version}',
    summary: 'An article as it was in one version',
    allow: may('article.versions', 'params.id'),
    gives: z.object({ article: versionArticle, version: versionEntry }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{ws}/{id}/v/{version}',
    summary: 'Delete a version',
    allow: may('article.edit', 'params.id'),
    gives: success,
  }),
}
