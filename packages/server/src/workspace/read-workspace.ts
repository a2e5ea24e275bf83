/** Reads a workspace as the actor sees it; the caller has checked that they see it. */
import { workspace as workspaceShape, type Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql } from 'kysely'
import type { Actor, SignAddress } from '../access/index.ts'
import { RecentMap } from '../platform/cache/recent-map.ts'
import type { Db } from '../platform/database/db.ts'
import { serialise } from '../platform/http/serialise.ts'
import { VersionedResponse } from '../platform/http/versioned-response.ts'
import type { WorkspaceArticles, WorkspaceTree } from './workspace-articles.ts'
import { toWorkspace } from './workspace.mapping.ts'
import { getWorkspaceRow, type SlackColumn } from './workspace.queries.ts'

export type ReadWorkspace = (actor: Actor | null, id: string) => Promise<{ workspace: Workspace }>

export type WorkspaceReading = {
  readonly db: Db
  readonly signAddress: SignAddress
  /** Null: Slack is not set up. */
  readonly slackColumn: SlackColumn | null
}

export const createReadWorkspace =
  (reading: WorkspaceReading): ReadWorkspace =>
  async (actor, id) => ({ workspace: (await readRow(reading, actor, id, { withOrder: true })).workspace })

async function readRow(
  { db, signAddress, slackColumn }: WorkspaceReading,
  actor: Actor | null,
  id: string,
  { withOrder }: { readonly withOrder: boolean },
) {
  const row = await getWorkspaceRow(db, actor, id, { slackColumn: slackColumn ?? sql`null::json`, withOrder })
  const workspace = toWorkspace(row, { actor, signAddress, isSlackOn: slackColumn !== null })
  return { workspace, treeRevision: row.treeRevision }
}

const withoutOrder = workspaceShape.omit({ order: true })

/** In characters: about the trees of 100,000 articles. */
const maxKept = 40_000_000
/** Of an empty tree, in the same unit. */
const minWeight = 500

/**
 * Reads a workspace with its tree. Order and articles are the same for everybody who sees the workspace, so their text is
 * kept until the revision in the database is another; only the rest is read each time.
 */
export function createReadTree(
  reading: WorkspaceReading & { readonly articles: Pick<WorkspaceArticles, 'readTree'> },
): (actor: Actor | null, id: string) => Promise<VersionedResponse> {
  const kept = new RecentMap<string, WorkspaceTree>(
    maxKept,
    ({ order, articles }) => minWeight + order.length + articles.length,
  )

  /** Requests that come together after a change share one read. */
  const pending = new Map<string, Promise<WorkspaceTree>>()

  async function loadTree(id: string, revision: number): Promise<WorkspaceTree> {
    const known = kept.get(id)
    if (known?.revision === revision) return known
    const key = `${id} ${revision}`
    const read = pending.get(key) ?? reading.articles.readTree(reading.db, id).finally(() => pending.delete(key))
    pending.set(key, read)
    const tree = await read
    kept.set(id, tree)
    return tree
  }

  return async (actor, id) => {
    const { workspace, treeRevision } = await readRow(reading, actor, id, { withOrder: false })
    const version = `${serialise(withoutOrder, workspace)} ${treeRevision}`
    return new VersionedResponse(version, async () => {
      const { orderRevision, order, articles } = await loadTree(id, treeRevision)
      // Another change may have arrived in the meantime: the order is sent with the revision it has.
      const fields = serialise(withoutOrder, { ...workspace, orderRevision })
      return `{"workspace":${fields.slice(0, -1)},"order":${order}},"articles":${articles}}`
    })
  }
}
