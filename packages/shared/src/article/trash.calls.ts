import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, pageNumber } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { treeResponse } from './article.calls.ts'

export const deletedArticle = z.object({
  id: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  /** Milliseconds; above 0 means a video article. */
  duration: z.number().int(),
  /** Number of articles under it that were deleted with it; restoring it restores them too. */
  nested: z.number().int(),
  deletedAt: isoTime,
  /** Null if the account no longer exists. */
  deletedBy: person.nullable(),
})
export type DeletedArticle = z.infer<typeof deletedArticle>

export const trashCalls = {
  list: call({
    method: 'GET',
    path: '/workspace/{id}/trash',
    summary: 'Deleted articles of a workspace that can be restored, newest first, 20 per page',
    // People who may edit articles.
    allow: may('workspace.reorder', 'params.id'),
    key: 'read',
    query: z.strictObject({ page: pageNumber }),
    response: z.object({ articles: z.array(deletedArticle), count: z.number().int() }),
  }),
  restore: call({
    method: 'POST',
    path: '/article/{id}/restore',
    summary: 'Restore a deleted article with all that was deleted with it',
    allow: may('article.restore', 'params.id'),
    key: 'write',
    response: treeResponse,
    audit: { action: 'article_restored', subject: { kind: 'article', at: 'params.id' } },
  }),
}
