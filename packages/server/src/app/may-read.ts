/** Whether the reader for whom a file URL was signed still has access to what it was signed for. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { authorise, requireUsableCompany, type Actor } from '../access/index.ts'
import { articlePolicy, sourceRule, watchRule } from '../article/index.ts'
import type { Db } from '../platform/database/db.ts'
import { listCallers } from '../user/index.ts'
import { workspacePolicy } from '../workspace/index.ts'

type Reader = { readonly sessionId: string | null; readonly scope: string }

type IsLinkReachable = (actor: Actor | null, scope: string) => Promise<boolean>

export const createMayRead =
  (db: Db, isLinkReachable: IsLinkReachable) =>
  async ({ sessionId, scope }: Reader): Promise<boolean> => {
    const actor = sessionId === null ? null : ((await listCallers(db, [sessionId])).get(sessionId) ?? null)
    // A person with an ended session is refused instead of being treated as a guest.
    if (sessionId !== null && actor === null) return false
    try {
      return await isScopeReachable(db, actor, scope, isLinkReachable)
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return false
      throw error
    }
  }

async function isScopeReachable(
  db: Db,
  actor: Actor | null,
  scope: string,
  isLinkReachable: IsLinkReachable,
): Promise<boolean> {
  if (scope === 'session') return actor !== null
  const [kind, id = ''] = scope.split(':')
  switch (kind) {
    case 'company':
      if (actor === null) return false
      // People of an unpaid company still see each other.
      requireUsableCompany(actor, true)
      return actor.company.id === id
    case 'workspace':
      await authorise(db, actor, workspacePolicy['workspace.view'], id)
      return true
    case 'article':
      // The owner of an unpaid company receives no URLs of this scope except those of exported PDFs.
      await authorise(db, actor, watchRule, id, 'owner')
      return true
    case 'sources':
      await authorise(db, actor, sourceRule, id)
      return true
    case 'versions':
      await authorise(db, actor, articlePolicy['article.versions'], id)
      return true
    case 'link':
      return isLinkReachable(actor, scope)
    default:
      throw new Error(`Unknown scope of a file URL: ${scope}`)
  }
}
