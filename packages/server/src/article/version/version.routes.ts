import { anyWorkspace, articleVersionCalls } from '@knowreel/shared/article/article-version.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { serve, type Actor } from '../../access/index.ts'
import { capRows } from '../../platform/database/capped-rows.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { RequestContext } from '../../platform/http/feature.ts'
import { ranks } from '../../workspace/index.ts'
import { lockArticleRows } from '../article-write.queries.ts'
import { requireUnarchived } from '../move/lock-articles.ts'
import { articlePolicy, type PublishedSubject } from '../article.policy.ts'
import type { ReadDependencies } from '../read/read-article.ts'
import { readVersion, toVersionEntry } from './read-version.ts'
import { deleteVersion, listVersions } from './version.queries.ts'

export const articleVersionRoutes = (reading: ReadDependencies) => {
  const { db, signAddress } = reading

  return serve(articleVersionCalls, articlePolicy, {
    list: async ({ actor, subject, params, request }) => {
      requireOwnWorkspace(subject, params.ws)
      logSuperAdminAccess(request, actor, subject)
      const { rows, isTruncated } = capRows(await listVersions(db, subject.id))
      const newest = rows[0]
      // Unknown if the version before the current one was deleted.
      const currentChanges = newest && newest.version === newest.last_version ? newest.replaced_by : null
      const versions = rows.map((row) => toVersionEntry(row, subject, { actor, signAddress }))
      return { versions, ...(isTruncated && { isTruncated }), currentChanges }
    },
    get: async ({ actor, subject, params, request }) => {
      requireOwnWorkspace(subject, params.ws)
      const version = parseVersionNumber(params.version)
      logSuperAdminAccess(request, actor, subject, version)
      return readVersion(reading, actor, subject, version)
    },
    remove: async ({ subject, params }) => {
      requireOwnWorkspace(subject, params.ws)
      const version = parseVersionNumber(params.version)
      const isDeleted = await runTransaction(db, async (trx) => {
        requireUnarchived((await lockArticleRows(trx, [subject.id])).get(subject.id))
        return deleteVersion(trx, subject.id, version)
      })
      if (!isDeleted) throw new AppError('not_found')
      return { success: true }
    },
  })
}

function requireOwnWorkspace({ access }: PublishedSubject, anyId: string): void {
  if (anyId === anyWorkspace) return
  if (access === null || (access.id !== anyId.toLowerCase() && access.shortId !== anyId))
    throw new AppError('not_found')
}

function parseVersionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}

/**
 * Logs when a super admin reads versions of an article they have no access to, so that the operator can see when and
 * which.
 */
function logSuperAdminAccess(
  { log }: Pick<RequestContext, 'log'>,
  actor: Actor | null,
  { id, access }: PublishedSubject,
  version: number | null = null,
): void {
  if (actor === null || (access !== null && access.rank >= ranks.editor)) return
  log.info({ userId: actor.userId, articleId: id, version }, 'a super admin read versions of an article')
}
