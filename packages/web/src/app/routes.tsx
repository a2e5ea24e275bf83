/**
 * Every page of the product, in one typed table. Where two addresses overlap, the fixed word wins over the parameter;
 * pages of later versions are here already and say so (`notYet`).
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readDraftListSearch } from '../article/draft-list.ts'
import { readVersionSearch } from '../article/versions/version-search.ts'
import { readUserListSearch } from '../company-user/user-list-search.ts'
import { readSharedSearch, sharedRoute } from '../share/shared-address.ts'
import { readWorkspaceListSearch } from '../workspace/workspace-list-search.ts'
import { readProfileSearch } from '../user/profile/profile-search.ts'
import {
  companyEditorsOnly,
  guestsOnly,
  managersOnly,
  namedOnly,
  needSession,
  notSignedIn,
  superAdminsOnly,
} from './guards.ts'
import { OutsideFrame } from './outside-frame.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What people call the page. */
    name?: string
  }
}

const notYet = lazyRouteComponent(() => import('./not-yet-page.tsx'), 'NotYetPage')

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

/* Without the shell: for those who are not signed in. */

const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: OutsideFrame,
})
const guests = createRoute({ getParentRoute: () => outside, id: 'guests', beforeLoad: guestsOnly })

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}',
  beforeLoad: notSignedIn,
  component: lazyRouteComponent(() => import('../user/sign-in-page.tsx'), 'SignInPage'),
})
const socialSignIn = createRoute({
  getParentRoute: () => outside,
  path: '/login/social/$token',
  component: lazyRouteComponent(() => import('../user/social-sign-in-page.tsx'), 'SocialSignInPage'),
})
const socialSignInFailed = createRoute({
  getParentRoute: () => guests,
  path: '/login/social-fail/$message',
  component: lazyRouteComponent(() => import('../user/social-fail-page.tsx'), 'SocialFailPage'),
})
const signUp = createRoute({
  getParentRoute: () => guests,
  path: '/signup',
  component: lazyRouteComponent(() => import('../user/sign-up-page.tsx'), 'SignUpPage'),
})
/** Also for those who are signed in: they join one more company. */
const invitedSignUp = createRoute({
  getParentRoute: () => outside,
  path: '/signup/$token',
  component: lazyRouteComponent(() => import('../user/invited-sign-up-page.tsx'), 'InvitedSignUpPage'),
})
const passwordReset = createRoute({
  getParentRoute: () => outside,
  path: '/password-reset/{-$token}',
  // A link that was mailed counts also for who is signed in.
  beforeLoad: ({ params }) => {
    if (params.token === undefined) guestsOnly()
  },
  component: lazyRouteComponent(() => import('../user/password-reset-page.tsx'), 'PasswordResetPage'),
})

/** For who holds the link of a mail, signed in or not. */
const unsubscribe = createRoute({
  getParentRoute: () => outside,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('../notification/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

/* Without the shell: states of an account or a company. */

const states = createRoute({
  getParentRoute: () => outside,
  id: 'states',
  beforeLoad: needSession,
  component: lazyRouteComponent(() => import('./states-frame.tsx'), 'StatesFrame'),
})
const inactive = createRoute({
  getParentRoute: () => states,
  path: '/inactive',
  component: lazyRouteComponent(() => import('../company/inactive-page.tsx'), 'InactivePage'),
})
const userDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/user-deactivated',
  component: lazyRouteComponent(() => import('../company/user-deactivated-page.tsx'), 'UserDeactivatedPage'),
})
const checkout = createRoute({
  getParentRoute: () => states,
  path: '/checkout',
  component: notYet,
  staticData: { name: 'Checkout' },
})
const subscription = createRoute({
  getParentRoute: () => states,
  path: '/subscription/{-$update}',
  component: notYet,
  staticData: { name: 'Plans' },
})
const notPaid = createRoute({
  getParentRoute: () => states,
  path: '/not-paid',
  component: lazyRouteComponent(() => import('../company/not-paid-page.tsx'), 'NotPaidPage'),
})
const temporarilyDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/temporarily-deactivated',
  component: lazyRouteComponent(() => import('../company/not-paid-page.tsx'), 'NotPaidPage'),
})

/* Shared articles: nothing of the product around them, and nothing asked that is not of the link. */

const shared = createRoute({
  getParentRoute: () => root,
  path: sharedRoute,
  validateSearch: readSharedSearch,
  beforeLoad: namedOnly,
  component: lazyRouteComponent(() => import('../share/page/shared-page.tsx'), 'SharedPage'),
})
const sharedByLongName = createRoute({
  getParentRoute: () => root,
  path: '/browse/shared/$sharedToken/{-$accessType}',
  validateSearch: readSharedSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: sharedRoute, params, search, replace: true })
  },
})
const embedded = createRoute({
  getParentRoute: () => root,
  path: '/embed/$sharedToken',
  validateSearch: readSharedSearch,
  component: lazyRouteComponent(() => import('../share/page/embedded-page.tsx'), 'EmbeddedPage'),
})

/* With the shell: for everybody, since workspaces can be public. */

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
})

const browseWorkspace = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/{-$workspaceSlug}',
  component: lazyRouteComponent(() => import('../workspace/workspace-view-page.tsx'), 'WorkspaceViewPage'),
})
/** `part` and `tab` are a mode, a text tab or a paragraph; which of them, only the article itself can tell. */
const browseArticle = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}',
  // Not awaited: the page shows what has come. Pointing at a link asks already.
  loader: ({ context: { queryClient }, params }) => {
    void import('./ask-browsed.ts').then(({ askBrowsed }) => askBrowsed(queryClient, params))
  },
  component: lazyRouteComponent(() => import('../article/browse-page.tsx'), 'BrowsePage'),
})
/* With the shell, and only with a session. */

const members = createRoute({ getParentRoute: () => shell, id: 'members', beforeLoad: needSession })

const home = createRoute({
  getParentRoute: () => members,
  path: '/',
  component: lazyRouteComponent(() => import('../search/home-page.tsx'), 'HomePage'),
})
const workspaces = createRoute({
  getParentRoute: () => members,
  path: '/workspaces',
  validateSearch: readWorkspaceListSearch,
  component: lazyRouteComponent(() => import('../workspace/workspaces-page.tsx'), 'WorkspacesPage'),
})
const newWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/new',
  component: lazyRouteComponent(() => import('../workspace/new-workspace-page.tsx'), 'NewWorkspacePage'),
})
const workspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id',
  component: lazyRouteComponent(() => import('../workspace/workspace-view-page.tsx'), 'WorkspaceViewPage'),
})
const editWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id/edit',
  component: lazyRouteComponent(() => import('../workspace/workspace-edit-page.tsx'), 'WorkspaceEditPage'),
})
const newArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/new/{-$id}',
  component: lazyRouteComponent(() => import('../article/new-article-page.tsx'), 'NewArticlePage'),
})
const editArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/$id/edit/{-$mode}',
  component: lazyRouteComponent(() => import('../article/article-edit-page.tsx'), 'ArticleEditPage'),
})
const editVersion = createRoute({
  getParentRoute: () => members,
  path: '/article/$id/v/$version/edit',
  validateSearch: readVersionSearch,
  component: lazyRouteComponent(() => import('../article/versions/version-page.tsx'), 'VersionPage'),
})
const drafts = createRoute({
  getParentRoute: () => members,
  path: '/drafts',
  validateSearch: readDraftListSearch,
  component: lazyRouteComponent(() => import('../article/drafts-page.tsx'), 'DraftsPage'),
})
const editDraft = createRoute({
  getParentRoute: () => members,
  path: '/draft/$id/{-$mode}',
  component: lazyRouteComponent(() => import('../article/draft-edit-page.tsx'), 'DraftEditPage'),
})
const meetings = createRoute({
  getParentRoute: () => members,
  path: '/meetings',
  component: notYet,
  staticData: { name: 'Meetings' },
})

/** Everything else: inside the shell, so that one can go on from there. */
const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
})

const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  beforeLoad: ({ location }) => {
    if (/^\/settings\/?$/.test(location.pathname)) throw redirect({ to: '/settings/profile', replace: true })
  },
  component: lazyRouteComponent(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
})
const companySettings = createRoute({
  getParentRoute: () => settings,
  id: 'company-settings',
  beforeLoad: managersOnly,
})
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import('../user/profile/profile-page.tsx'), 'ProfilePage'),
})
const companyProfile = createRoute({
  getParentRoute: () => companySettings,
  path: '/company',
  beforeLoad: companyEditorsOnly,
  component: lazyRouteComponent(() => import('../company/company-profile-page.tsx'), 'CompanyProfilePage'),
})
const users = createRoute({
  getParentRoute: () => companySettings,
  path: '/users',
  validateSearch: readUserListSearch,
  component: lazyRouteComponent(() => import('../company-user/users-page.tsx'), 'UsersPage'),
})
const groups = createRoute({
  getParentRoute: () => companySettings,
  path: '/groups',
  component: lazyRouteComponent(() => import('../group/groups-page.tsx'), 'GroupsPage'),
})
const group = createRoute({
  getParentRoute: () => companySettings,
  path: '/groups/$groupId',
  component: lazyRouteComponent(() => import('../group/group-page.tsx'), 'GroupPage'),
})
const sharedLinks = createRoute({
  getParentRoute: () => settings,
  path: '/links',
  component: lazyRouteComponent(() => import('../share/links/shared-links-page.tsx'), 'SharedLinksPage'),
})
const planDetails = createRoute({
  getParentRoute: () => settings,
  path: '/billing/plan-details',
  component: notYet,
  staticData: { name: 'Plan Details' },
})
const billingHistory = createRoute({
  getParentRoute: () => settings,
  path: '/billing/history',
  component: notYet,
  staticData: { name: 'Billing History' },
})
const admin = createRoute({
  getParentRoute: () => members,
  path: '/admin/{-$page}/{-$id}',
  beforeLoad: superAdminsOnly,
  component: notYet,
  staticData: { name: 'Admin panel' },
})

/* Addresses of the past. */

const oldBrowse = createRoute({
  getParentRoute: () => root,
  path: '/browse/$workspaceSlug/{-$articleSlug}/{-$paragraphSlug}',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
const oldShared = createRoute({
  getParentRoute: () => root,
  path: '/browseShared/sharedArticle/$sharedToken',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: sharedRoute,
      params: { sharedToken: params.sharedToken, accessType: undefined },
      replace: true,
    })
  },
})

export const routeTree = root.addChildren([
  outside.addChildren([
    invitedSignUp,
    signIn,
    socialSignIn,
    guests.addChildren([socialSignInFailed, signUp]),
    passwordReset,
    unsubscribe,
    states.addChildren([inactive, userDeactivated, checkout, subscription, notPaid, temporarilyDeactivated]),
  ]),
  shell.addChildren([
    browseWorkspace,
    browseArticle,
    notFound,
    members.addChildren([
      home,
      workspaces,
      newWorkspace,
      workspace,
      editWorkspace,
      newArticle,
      editArticle,
      editVersion,
      drafts,
      editDraft,
      meetings,
      settings.addChildren([
        profile,
        companySettings.addChildren([companyProfile, users, groups, group]),
        sharedLinks,
        planDetails,
        billingHistory,
      ]),
      admin,
    ]),
  ]),
  shared,
  sharedByLongName,
  embedded,
  oldBrowse,
  oldShared,
])
