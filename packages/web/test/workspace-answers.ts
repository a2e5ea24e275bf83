/** A server that stores these workspaces, their role holders and their article trees. */
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import type { Workspace, WorkspaceGroupRole, WorkspaceRoleEntry } from '@knowreel/shared/workspace/workspace.calls.ts'
import { refuse, type Answers } from './fake-server.ts'
import { aWorkspace } from './samples.ts'

/** Rebuilds `aWorkspace`, so that its abilities follow from the change. */
const withChange = (workspace: Workspace, change: Partial<Workspace>): Workspace =>
  aWorkspace({ ...workspace, abilities: undefined, ...change })

export function workspaceAnswers(workspaces: Workspace[], articles: readonly ArticleTreeEntry[] = []): Answers {
  const find = (id: string) => workspaces.findIndex((workspace) => workspace.id === id || workspace.shortId === id)
  const get = (id: string) => {
    const workspace = workspaces[find(id)]
    return workspace ? { workspace } : refuse('workspace_not_found')
  }
  const change = (id: string, values: Partial<Workspace>) => {
    const present = workspaces[find(id)]
    if (present) workspaces[find(id)] = withChange(present, values)
    return get(id)
  }
  return {
    'workspace.list': () => ({ items: workspaces }),
    'workspace.get': ({ params }) => get(params.id),
    'workspace.browse': ({ params }) => {
      const found = get(params.workspaceId)
      return 'workspace' in found ? { ...found, articles: [...articles] } : found
    },
    'workspace.create': ({ body }) => {
      const workspace = aWorkspace({ title: body.title, description: body.description ?? '' })
      workspaces.push(workspace)
      return { workspace }
    },
    'workspace.save': ({ params, body }) => change(params.id, { ...body, id: params.id }),
    'workspace.favorite': ({ params, body }) => change(params.id, body),
    'workspace.setArchived': ({ params, body }) => change(params.id, body),
    'workspace.saveOrder': ({ params, body }) => {
      const { order, orderRevision = 0 } = workspaces[find(params.id)] ?? {}
      if (body.baseRevision !== orderRevision) return refuse('order_changed', { order, orderRevision })
      return change(params.id, { order: body.order, orderRevision: orderRevision + 1 })
    },
    'workspace.remove': ({ params }) => {
      workspaces.splice(find(params.id), 1)
      return { success: true }
    },
    'notification.workspaceFollow': { follow: null },
    'share.links': { links: [] },
  }
}

type RoleHolders = { people: WorkspaceRoleEntry[]; groups?: WorkspaceGroupRole[]; found?: readonly FinderResult[] }

/** The role holders of a test's workspace; `found` are the results of its finder. */
export const roleAnswers = ({ people, groups = [], found = [] }: RoleHolders): Answers => ({
  'workspaceRole.list': () => ({ roles: people }),
  'workspaceRole.listGroups': () => ({ groups }),
  'finder.search': { items: [...found] },
  'workspaceRole.save': ({ body }) => {
    const user = 'user' in body ? body.user : null
    const person = found.find(({ id }) => id === user)
    const email = 'email' in body ? body.email : (person?.email ?? '')
    const name = person?.name ?? email.replace(/@.*/, '')
    const entry: WorkspaceRoleEntry = {
      user,
      email,
      firstName: name,
      lastName: '',
      name,
      profileImage: null,
      role: body.role,
      isOwner: false,
      isInvited: user === null,
      isDeactivated: false,
    }
    people.push(entry)
    return user === null
      ? {
          role: entry,
          warning: 'Email isn’t set up. Copy the invitation link and share it.',
          address: `${location.origin}/signup/a-token-of-twenty-letters`,
        }
      : { role: entry }
  },
  'workspaceRole.remove': ({ params }) => {
    people.splice(
      people.findIndex(({ user, email }) => user === params.userId || email === params.userId),
      1,
    )
    return { success: true }
  },
  'workspaceRole.saveGroup': ({ body }) => {
    const known = groups.find(({ id }) => id === body.groupId)
    const offered = found.find(({ id }) => id === body.groupId)
    const group = known ?? {
      id: body.groupId,
      shortId: body.groupId,
      title: offered?.name ?? '',
      role: body.role,
      usersCount: offered?.members ?? 0,
    }
    group.role = body.role
    if (!known) groups.push(group)
    return { group }
  },
  'workspaceRole.removeGroup': ({ query, body }) => {
    const id = query.groupId ?? body?.groupId
    groups.splice(
      groups.findIndex((group) => group.id === id),
      1,
    )
    return { success: true }
  },
})
