import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { anyId, flag, isoTime, singleLine, success, text } from '../catalogue/wire.ts'
import { articleSummary, articleTreeEntry } from '../article/article.wire.ts'
import { person } from '../user/user.calls.ts'
import { orderTree, orderTreeInput } from './order-tree.ts'

export const workspaceVisibilities = ['personal', 'private', 'organization', 'public'] as const
export const workspaceVisibility = z.enum(workspaceVisibilities)
export type WorkspaceVisibility = z.infer<typeof workspaceVisibility>

/** In ascending order; `owner` is the creator and cannot be changed. */
export const workspaceRoles = ['viewer', 'editor', 'admin', 'owner'] as const
export const workspaceRole = z.enum(workspaceRoles)
export type WorkspaceRole = z.infer<typeof workspaceRole>

/** Roles that can be assigned; `owner` is the creator and never assigned. */
export const assignableRole = workspaceRole.exclude(['owner'])
export type AssignableRole = z.infer<typeof assignableRole>

export const workspaceRoleEntry = z.object({
  /** The person's id; null for an address that has not joined the company yet. */
  user: z.string().nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  profileImage: z.string().nullable(),
  role: workspaceRole,
  isOwner: z.boolean(),
  isInvited: z.boolean(),
  isDeactivated: z.boolean(),
})
export type WorkspaceRoleEntry = z.infer<typeof workspaceRoleEntry>

export const workspaceGroupRole = z.object({
  id: z.string(),
  shortId: z.string(),
  title: z.string(),
  role: assignableRole,
  usersCount: z.number().int(),
})
export type WorkspaceGroupRole = z.infer<typeof workspaceGroupRole>

export const workspaceAbilities = z.object({
  editWorkspace: z.boolean(),
  deleteWorkspace: z.boolean(),
  editArticles: z.boolean(),
  manage: z.boolean(),
  archive: z.boolean(),
})
export type WorkspaceAbilities = z.infer<typeof workspaceAbilities>

/** A workspace without its order, for lists. */
export const workspaceSummary = z.object({
  id: z.string(),
  shortId: z.string(),
  slug: z.string(),
  /** Display title: the personal workspace is 'Personal'. */
  title: z.string(),
  description: z.string(),
  visibility: workspaceVisibility,
  company: z.string(),
  isArchived: z.boolean(),
  isFavorite: z.boolean(),
  /** Published and not archived. */
  articlesCount: z.number().int(),
  createdAt: isoTime,
  lastActivityAt: isoTime,
  author: person.nullable(),
  /** The caller's effective role; null for a guest of a public workspace. */
  role: workspaceRole.nullable(),
  abilities: workspaceAbilities,
})
export type WorkspaceSummary = z.infer<typeof workspaceSummary>

/** With `withUsers`, also the first 50 people and groups that have a role. */
export const listedWorkspace = workspaceSummary.extend({
  roles: z.array(workspaceRoleEntry).optional(),
  groups: z.array(workspaceGroupRole).optional(),
})
export type ListedWorkspace = z.infer<typeof listedWorkspace>

/** Why nothing arrives in Slack: it no longer accepts the connection, or the channel is gone. */
export const slackFailure = z.enum(['revoked', 'channel_gone'])
export type SlackFailure = z.infer<typeof slackFailure>

export const slackIntegration = z.object({
  channel: z.string(),
  teamName: z.string(),
  /** The token itself never leaves the server. */
  accessToken: z.literal('•'),
  failure: slackFailure.nullable(),
})
export type SlackIntegration = z.infer<typeof slackIntegration>

export const workspace = workspaceSummary.extend({
  order: orderTree,
  /** Increases with every change of the order; sent back as `baseRevision`. */
  orderRevision: z.number().int(),
  /** Public links to its articles are disabled. */
  isSharingOff: z.boolean(),
  /** Slack is set up, and the caller may connect this workspace. */
  isSlackAvailable: z.boolean(),
  /** Null without a connection, and for people who do not manage the workspace. */
  slackIntegration: slackIntegration.nullable(),
})
export type Workspace = z.infer<typeof workspace>

export const workspaceTitle = singleLine(200, 'The workspace title is required').pipe(
  z.string().trim().min(1, 'The workspace title is required'),
)

export const workspaceForm = z.strictObject({
  id: anyId.nullish(),
  title: workspaceTitle.optional(),
  description: text(2000).optional(),
  visibility: z.enum(['private', 'organization', 'public']).optional(),
})

const workspaceResponse = z.object({ workspace })

export const workspaceCalls = {
  list: call({
    method: 'GET',
    path: '/workspace',
    summary: 'Workspaces the caller may see, the personal one included; archived ones only for those who may unarchive',
    allow: 'member',
    key: 'read',
    query: z.strictObject({ withUsers: flag }),
    response: z.object({ items: z.array(listedWorkspace), isTruncated: z.boolean().optional() }),
  }),
  create: call({
    method: 'POST',
    path: '/workspace/',
    summary: 'Create a workspace; private unless said otherwise',
    allow: 'member',
    key: companyWide('write'),
    // An id would mean a change, which is the call below.
    body: workspaceForm.extend({ id: z.null().optional(), title: workspaceTitle }),
    response: workspaceResponse,
    audit: { action: 'workspace_created', details: ['title', 'visibility'] },
  }),
  save: call({
    method: 'POST',
    path: '/workspace/{id}',
    summary: 'Change title, description or visibility, or switch public links off',
    allow: may('workspace.edit', 'params.id'),
    key: 'admin',
    // If true, no public link of the workspace opens and none can be created.
    body: workspaceForm.extend({ isSharingOff: z.boolean().optional() }),
    response: workspaceResponse,
    errors: ['personal_workspace_fixed', 'workspace_archived'],
    audit: {
      action: 'workspace_visibility_changed',
      subject: { kind: 'workspace', at: 'params.id' },
      details: ['visibility'],
      ifHas: 'visibility',
    },
  }),
  favorite: call({
    method: 'POST',
    path: '/workspace/{id}/favorite',
    summary: 'Mark or unmark as my favourite',
    allow: may('workspace.favorite', 'params.id'),
    key: 'write',
    body: z.strictObject({ isFavorite: z.boolean() }),
    response: workspaceResponse,
  }),
  get: call({
    method: 'GET',
    path: '/workspace/{id}',
    summary: 'One workspace with its order',
    allow: may('workspace.view', 'params.id'),
    key: 'read',
    response: workspaceResponse,
  }),
  getByShortId: call({
    method: 'GET',
    path: '/workspace/short/{shortId}',
    summary: 'One workspace by its short id',
    allow: may('workspace.view', 'params.shortId'),
    key: 'read',
    response: workspaceResponse,
  }),
  remove: call({
    method: 'DELETE',
    path: '/workspace/{id}',
    summary: 'Delete a workspace with all its articles',
    allow: may('workspace.delete', 'params.id'),
    key: 'admin',
    response: success,
    errors: ['personal_workspace_fixed'],
    audit: { action: 'workspace_deleted', subject: { kind: 'workspace', at: 'params.id' } },
  }),
  setArchived: call({
    method: 'PATCH',
    path: '/workspace/{id}/archived',
    summary: 'Archive or unarchive',
    allow: may('workspace.archive', 'params.id'),
    key: 'admin',
    body: z.strictObject({ isArchived: z.boolean() }),
    response: workspaceResponse,
    errors: ['personal_workspace_fixed'],
  }),
  saveOrder: call({
    method: 'POST',
    path: '/workspace/{id}/articles-order',
    summary: 'Save the tree of articles',
    allow: may('workspace.reorder', 'params.id'),
    key: 'write',
    body: z.strictObject({ order: orderTreeInput, baseRevision: z.number().int().min(0).optional() }),
    response: workspaceResponse,
    errors: ['order_changed', 'order_too_deep', 'order_has_cycle', 'order_wrong_parent', 'workspace_archived'],
    bodyLimit: 5_000_000,
  }),
  articles: call({
    method: 'GET',
    path: '/workspace/{id}/articles',
    summary: 'Published articles of a workspace, and those in it that are shared with the caller by name',
    allow: may('workspace.viewArticles', 'params.id'),
    key: 'read',
    query: z.strictObject({ withSharing: flag }),
    response: z.object({
      /** Null for people who only see articles shared with them. */
      title: z.string().nullable(),
      articles: z.array(articleSummary),
      /**
       * With `withSharing`: articles shared with the caller by name that are not otherwise visible. For the personal
       * workspace those of the whole company, for others those in it.
       */
      sharedArticles: z.array(articleSummary),
      isTruncated: z.boolean().optional(),
    }),
  }),
  articlesCount: call({
    method: 'GET',
    path: '/workspace/{id}/articles/count',
    summary: 'How many articles are not archived',
    allow: may('workspace.view', 'params.id'),
    key: 'read',
    response: z.object({ articlesCount: z.number().int(), isPersonal: z.boolean() }),
  }),
  browse: call({
    method: 'GET',
    path: '/browse/{workspaceId}',
    summary: 'A workspace with its whole tree of articles, for reading',
    allow: may('workspace.view', 'params.workspaceId'),
    key: 'read',
    response: z.object({ workspace, articles: z.array(articleTreeEntry) }),
    isVersioned: true,
    errors: ['workspace_not_found', 'workspace_archived', 'workspace_company_deactivated'],
  }),
  editable: call({
    method: 'GET',
    path: '/company/workspaces/editable/{companyId}',
    summary: 'Where the caller may edit articles in one of their companies, without archived workspaces',
    allow: 'session',
    allowsUnpaid: true,
    response: z.object({
      items: z.array(workspaceSummary.pick({ id: true, shortId: true, title: true, visibility: true })),
      isTruncated: z.boolean().optional(),
    }),
    errors: ['not_found'],
  }),
}
