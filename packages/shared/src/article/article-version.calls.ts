import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { article } from './article.wire.ts'

/** The parts of an article that a publish can change; `look` is its icon and its cover. */
export const versionChange = z.enum(['title', 'notes', 'recording', 'tags', 'look'])
export type VersionChange = z.infer<typeof versionChange>

/** A previous state of a published article: when it was saved and by whom. */
export const versionEntry = z.object({
  /** Starts at 1, increases, and is never reused. */
  version: z.number().int(),
  time: isoTime,
  /** Null if the account no longer exists: 'Unknown author'. */
  author: person.nullable(),
  profileImage: z.string().nullable(),
  articleId: z.string(),
  /** The parts that it changed compared with the version before it; null if that is unknown. */
  changes: z.array(versionChange).nullable(),
})
export type VersionEntry = z.infer<typeof versionEntry>

export const versionArticle = article.extend({
  articleId: z.string(),
  /** Number of deleted recordings that this version played; their pieces are omitted. */
  missingVideos: z.number().int(),
})
export type VersionArticle = z.infer<typeof versionArticle>

/** Replaces the workspace in URLs where only the article is known. */
export const anyWorkspace = '-'

/** `ws` is the article's own workspace or `-`; any other returns 404. */
export const articleVersionCalls = {
  list: call({
    method: 'GET',
    path: '/article/{ws}/{id}/versions',
    summary: 'Versions of an article, newest first',
    allow: may('article.versions', 'params.id'),
    key: 'read',
    response: z.object({
      versions: z.array(versionEntry),
      isTruncated: z.literal(true).optional(),
      /** What the current version changed compared with the newest one of the list. */
      currentChanges: z.array(versionChange).nullable(),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/article/{ws}/{id}/v/{version}',
    summary: 'An article as it was in one version',
    allow: may('article.versions', 'params.id'),
    key: 'read',
    response: z.object({ article: versionArticle, version: versionEntry }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{ws}/{id}/v/{version}',
    summary: 'Delete a version',
    allow: may('article.edit', 'params.id'),
    key: 'write',
    response: success,
    errors: ['article_archived'],
    audit: { action: 'version_deleted', subject: { kind: 'article', at: 'params.id' } },
  }),
}
