/** Home, workspaces, and pages beside them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSlackSearch } from '../../integration/slack-search.ts'
import { readAdminSearch } from '../../admin/admin-search.ts'
import { readMeetingListSearch } from '../../meeting/list/meeting-list-search.ts'
import { readWorkspaceListSearch } from '../../workspace/list/workspace-list-search.ts'
import * as guards from '../guards.ts'
import { members, shell } from './frames.ts'

export const browseWorkspace = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/{-$workspaceSlug}',
  component: lazyRouteComponent(() => import('../browse-workspace-page.tsx'), 'BrowseWorkspacePage'),
  staticData: { first: { always: ['/browse/$workspaceId'] } },
})
const home = createRoute({
  getParentRoute: () => members,
  path: '/',
  component: lazyRouteComponent(() => import('../../search/home-page.tsx'), 'HomePage'),
})
const workspaces = createRoute({
  getParentRoute: () => members,
  path: '/workspaces',
  validateSearch: readWorkspaceListSearch,
  component: lazyRouteComponent(() => import('../../workspace/list/workspaces-page.tsx'), 'WorkspacesPage'),
})
const newWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/new',
  component: lazyRouteComponent(() => import('../../workspace/create/new-workspace-page.tsx'), 'NewWorkspacePage'),
})
const workspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id',
  component: lazyRouteComponent(() => import('../browse-workspace-page.tsx'), 'BrowseWorkspacePage'),
  staticData: { first: { always: ['/browse/$id'] } },
})
const editWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id/edit',
  validateSearch: readSlackSearch,
  component: lazyRouteComponent(() => import('../../workspace/edit/workspace-edit-page.tsx'), 'WorkspaceEditPage'),
})
const workspaceTrash = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id/trash',
  component: lazyRouteComponent(() => import('../workspace-trash-page.tsx'), 'WorkspaceTrashPage'),
})
const tag = createRoute({
  getParentRoute: () => members,
  path: '/tags/$tag',
  component: lazyRouteComponent(() => import('../../search/tag-page.tsx'), 'TagPage'),
})
const meetings = createRoute({
  getParentRoute: () => members,
  path: '/meetings',
  validateSearch: readMeetingListSearch,
  component: lazyRouteComponent(() => import('../../meeting/list/meetings-page.tsx'), 'MeetingsPage'),
})
const recorder = createRoute({
  getParentRoute: () => members,
  path: '/recorder',
  component: lazyRouteComponent(() => import('../../recording/extension/recorder-page.tsx'), 'RecorderPage'),
})
const admin = createRoute({
  getParentRoute: () => members,
  path: '/admin/{-$page}/{-$id}',
  beforeLoad: guards.superAdminsOnly,
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('../../admin/admin-page.tsx'), 'AdminPage'),
})

/** Everything else: inside the shell, so that the user can navigate from there. */
export const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('../not-found-page.tsx'), 'NotFoundPage'),
})

export const workspaceRoutes = [
  home,
  workspaces,
  newWorkspace,
  workspace,
  editWorkspace,
  workspaceTrash,
  tag,
  meetings,
  recorder,
  admin,
] as const
