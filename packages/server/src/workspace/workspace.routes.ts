import { AppError } from '@knowreel/shared/error/app-error.ts'
import { workspaceCalls } from '@knowreel/shared/workspace/workspace.calls.ts'
import { serve, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createPrivateWorkspace, createWorkspace } from './create-workspace.ts'
import { deleteWorkspace, saveWorkspace, setWorkspaceArchived } from './change-workspace.ts'
import { listEditableWorkspaces } from './access/editable-workspaces.queries.ts'
import { saveArticleOrder } from './order/change-order.ts'
import { setFavorite } from './set-favorite.ts'
import type { WorkspaceArticles } from './workspace-articles.ts'
import { createReadTree, type ReadWorkspace, type WorkspaceReading } from './read-workspace.ts'
import { toListedWorkspace } from './workspace.mapping.ts'
import { viewArticlesRule, workspacePolicy } from './workspace.policy.ts'
import { countArticles, listWorkspaceRows, lockFirstVisit, type ListedWorkspaceRow } from './workspace.queries.ts'
import { capRows, cappedLimit } from '../platform/database/capped-rows.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'

/** The workspaces that the member may see. A member who sees only automatic ones gets a private one. */
async function listWorkspaces(
  db: Db,
  member: Member,
  { withUsers }: { withUsers: boolean },
): Promise<{ rows: ListedWorkspaceRow[]; isTruncated: boolean }> {
  let rows = await listWorkspaceRows(db, member, cappedLimit, withUsers)
  // A key reads, and may be limited to workspaces: what it does not see may exist.
  if (member.key === undefined && hasOnlyAutomatic(rows)) rows = await createFirstWorkspace(db, member, withUsers)
  return capRows(rows)
}

/** The personal workspace and that of the company do not count as a list. */
const hasOnlyAutomatic = (rows: readonly ListedWorkspaceRow[]): boolean =>
  rows.every(({ visibility, isInitial }) => visibility === 'personal' || isInitial)

async function createFirstWorkspace(db: Db, member: Member, withUsers: boolean): Promise<ListedWorkspaceRow[]> {
  return runTransaction(db, async (trx) => {
    await lockFirstVisit(trx, member)
    const rows = await listWorkspaceRows(trx, member, cappedLimit, withUsers)
    if (!hasOnlyAutomatic(rows)) return rows
    await createPrivateWorkspace(trx, { companyId: member.company.id, userId: member.userId })
    return listWorkspaceRows(trx, member, cappedLimit, withUsers)
  })
}

type Dependencies = WorkspaceReading & {
  readonly articles: WorkspaceArticles
  readonly readWorkspace: ReadWorkspace
}

const noArticles = { articles: [], isTruncated: false }

export const workspaceRoutes = (dependencies: Dependencies) => {
  const { db, signAddress, articles, readWorkspace } = dependencies
  const readTree = createReadTree(dependencies)
  const policy = { ...workspacePolicy, 'workspace.viewArticles': viewArticlesRule(articles) }

  return serve(workspaceCalls, policy, {
    list: async ({ actor, query }) => {
      const { rows, isTruncated } = await listWorkspaces(db, actor, query)
      return {
        items: rows.map((row) => toListedWorkspace(row, { actor, signAddress })),
        ...(isTruncated && { isTruncated }),
      }
    },
    create: async ({ actor, body }) =>
      readWorkspace(actor, await runTransaction(db, (trx) => createWorkspace(trx, actor, body))),
    save: async ({ actor, subject, body }) => {
      await saveWorkspace(db, subject, body)
      return readWorkspace(actor, subject.id)
    },
    favorite: async ({ actor, subject, body }) => {
      if (actor === null) throw new AppError('not_signed_in')
      await setFavorite(db, { workspaceId: subject.id, userId: actor.userId }, body.isFavorite)
      return readWorkspace(actor, subject.id)
    },
    get: async ({ actor, subject }) => readWorkspace(actor, subject.id),
    getByShortId: async ({ actor, subject }) => readWorkspace(actor, subject.id),
    remove: async ({ subject }) => {
      await deleteWorkspace(db, subject.id, articles)
      return { success: true }
    },
    setArchived: async ({ actor, subject, body }) => {
      await setWorkspaceArchived(db, subject.id, body.isArchived)
      return readWorkspace(actor, subject.id)
    },
    saveOrder: async ({ actor, subject, body }) => {
      await saveArticleOrder(db, subject.id, body, articles)
      return readWorkspace(actor, subject.id)
    },
    articles: async ({ actor, subject, query }) => {
      const listed = subject.isVisible ? await articles.listWorkspaceArticles(db, actor, subject.id) : noArticles
      const isOfAll = subject.visibility === 'personal'
      const shared = query.withSharing
        ? await articles.listSharedArticles(db, actor, isOfAll ? null : subject.id)
        : noArticles
      return {
        title: subject.isVisible ? (await readWorkspace(actor, subject.id)).workspace.title : null,
        articles: listed.articles,
        sharedArticles: shared.articles,
        ...((listed.isTruncated || shared.isTruncated) && { isTruncated: true }),
      }
    },
    articlesCount: async ({ subject }) => ({
      articlesCount: await countArticles(db, subject.id),
      isPersonal: subject.visibility === 'personal',
    }),
    editable: async ({ actor, params }) => {
      const found = await listEditableWorkspaces(db, actor.userId, params.companyId)
      if (found === null) throw new AppError('not_found')
      return { items: found.items, ...(found.isTruncated && { isTruncated: true }) }
    },
    browse: ({ actor, subject }) => readTree(actor, subject.id),
  })
}
