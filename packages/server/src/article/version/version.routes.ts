import { anyPlace, articleVersionCalls } from '@knowreel/shared/article/article-version.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { serve, type Actor } from '../../access/index.ts'
import { capRows } from '../../platform/database/capped-rows.ts'
import type { RequestFacts } from '../../platform/http/feature.ts'
import { ranks } from '../../workspace/index.ts'
import { keepArticleParents } from '../read/article-parents.ts'
import { articlePolicy, type PublishedSubject } from '../article.policy.ts'
import type { ReadParts } from '../read/read-article.ts'
import { readVersion, toVersionEntry } from './read-version.ts'
import { deleteVersion, listVersions } from './version.queries.ts'

type Parts = Pick<ReadParts, 'db' | 'signAddress'>

export const articleVersionRoutes = ({ db, signAddress }: Parts) => {
  const reading = { db, signAddress, parents: keepArticleParents(db) }

  return serve(articleVersionCalls, articlePolicy, {
    list: async ({ actor, subject, params, request }) => {
      requireOwnWorkspace(subject, params.ws)
      logReading(request, actor, subject)
      const { rows, isTruncated } = capRows(await listVersions(db, subject.id))
      const versions = rows.map((row) => toVersionEntry(row, subject, { actor, signAddress }))
      return { versions, ...(isTruncated && { isTruncated }) }
    },
    get: async ({ actor, subject, params, request }) => {
      requireOwnWorkspace(subject, params.ws)
      const version = versionNumber(params.version)
      logReading(request, actor, subject, version)
      return readVersion(reading, actor, subject, version)
    },
    remove: async ({ subject, params }) => {
      requireOwnWorkspace(subject, params.ws)
      if (!(await deleteVersion(db, subject.id, versionNumber(params.version)))) throw new AppError('not_found')
      return { success: true }
    },
  })
}

function requireOwnWorkspace({ access }: PublishedSubject, anyId: string): void {
  if (anyId === anyPlace) return
  if (access === null || (access.id !== anyId.toLowerCase() && access.shortId !== anyId))
    throw new AppError('not_found')
}

function versionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}

/**
 * Logs when a super admin reads versions of an article they have no access to, so that the operator can see when and
 * which.
 */
function logReading(
  { log }: Pick<RequestFacts, 'log'>,
  actor: Actor | null,
  { id, access }: PublishedSubject,
  version: number | null = null,
): void {
  if (actor === null || (access !== null && access.rank >= ranks.editor)) return
  log.info({ userId: actor.userId, articleId: id, version }, 'a super admin read versions of an article')
}
