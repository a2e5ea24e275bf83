/** Maps rows to the wire format. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import type {
  ListedWorkspace,
  Workspace,
  WorkspaceSummary,
  WorkspaceVisibility,
} from '@knowreel/shared/workspace/workspace.calls.ts'
import { isColleague, type Actor, type SignAddress } from '../access/index.ts'
import { toPerson, createPersonView } from '../person/index.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { roleOfRank, workspaceAbilities } from './access/workspace-access.ts'
import { toRoleEntry } from './role/workspace-role.mapping.ts'
import type { ListedWorkspaceRow, WorkspaceRow, WorkspaceSummaryRow } from './workspace.queries.ts'

export type WorkspaceView = {
  readonly actor: Actor | null
  readonly signAddress: SignAddress
}

const personalTitle = 'Personal'

/** The displayed title: the personal workspace is stored as `PW_` and the id of its owner. */
export const displayedTitle = (row: { title: string; visibility: WorkspaceVisibility }): string =>
  row.visibility === 'personal' ? personalTitle : row.title

/** Only decorates URLs; nothing is looked up by it. */
export const workspaceSlug = (row: { title: string; visibility: WorkspaceVisibility }): string =>
  slugFrom(displayedTitle(row))

type ArticleWorkspace = NonNullable<ArticleSummary['workspace']>

/** The fields of a workspace that each of its articles carries. */
export const toArticleWorkspace = (row: Omit<ArticleWorkspace, 'slug'>): ArticleWorkspace => ({
  id: row.id,
  shortId: row.shortId,
  slug: workspaceSlug(row),
  title: displayedTitle(row),
  visibility: row.visibility,
  isArchived: row.isArchived,
})

const personViewOf = (row: WorkspaceSummaryRow, { actor, signAddress }: WorkspaceView) =>
  createPersonView(actor, { companyId: row.companyId, workspaceId: row.id }, signAddress)

export function toWorkspaceSummary(row: WorkspaceSummaryRow, view: WorkspaceView): WorkspaceSummary {
  const { actor } = view
  // People from other companies read a public workspace as guests.
  const isOfCompany = isColleague(actor, row)
  return {
    ...toArticleWorkspace(row),
    description: row.description,
    company: row.companyId,
    isFavorite: row.isFavorite,
    articlesCount: row.articlesCount,
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
    author: toPerson(row.author, personViewOf(row, view)),
    role: isOfCompany ? roleOfRank(row.rank) : null,
    abilities: workspaceAbilities(row),
  }
}

export const toListedWorkspace = (row: ListedWorkspaceRow, view: WorkspaceView): ListedWorkspace => ({
  ...toWorkspaceSummary(row, view),
  ...(row.roles && { roles: row.roles.map((role) => toRoleEntry(role, personViewOf(row, view))) }),
  ...(row.groups && { groups: row.groups }),
})

export function toWorkspace(row: WorkspaceRow, view: WorkspaceView & { readonly isSlackOn: boolean }): Workspace {
  const summary = toWorkspaceSummary(row, view)
  const isSlackAvailable = view.isSlackOn && summary.abilities.manage
  return {
    ...summary,
    order: row.order,
    orderRevision: row.orderRevision,
    isSharingOff: row.isSharingOff,
    isSlackAvailable,
    slackIntegration: isSlackAvailable && row.slack !== null ? { ...row.slack, accessToken: '•' } : null,
  }
}
