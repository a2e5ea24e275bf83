/** Every page of the product, in one typed table. If two paths overlap, the fixed word wins over the parameter. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readAdminSearch } from '../admin/admin-search.ts'
import { readAuditLogSearch } from '../audit/audit-log-search.ts'
import { readDraftListSearch } from '../article/drafts/draft-list.ts'
import { readVersionSearch } from '../article/versions/version-search.ts'
import { readUserListSearch } from '../company-user/user-list-search.ts'
import { privateSharedRoute, readSharedSearch, sharedRoute } from '../share/shared-url.ts'
import { readWorkspaceListSearch } from '../workspace/list/workspace-list-search.ts'
import { readProfileSearch } from '../user/profile/profile-search.ts'
import * as guards from './guards.ts'
import { BareFrame } from './bare-frame.tsx'

const comingSoonPage = lazyRouteComponent(() => import('./coming-soon-page.tsx'), 'ComingSoonPage')

/** Not awaited: the page itself loads the editor when needed and retries. This only starts earlier. */
const preloadNoteEditor = (): void =>
  void Promise.allSettled([import('../note/note-editor-session.ts'), import('../note/note-pane.tsx')])

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

/* Without the shell: for guests. */

const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: BareFrame,
  staticData: { first: { signedIn: ['/user/me'] } },
})
const guests = createRoute({ getParentRoute: () => outside, id: 'guests', beforeLoad: guards.guestsOnly })

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}',
  beforeLoad: guards.redirectSignedIn,
  component: lazyRouteComponent(() => import('../user/sign-in-page.tsx'), 'SignInPage'),
  staticData: { first: { signedOut: ['/login/providers'] } },
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
/** Also for signed-in people, who join one more company. */
const invitedSignUp = createRoute({
  getParentRoute: () => outside,
  path: '/signup/$token',
  component: lazyRouteComponent(() => import('../user/invited-sign-up-page.tsx'), 'InvitedSignUpPage'),
})
const passwordReset = createRoute({
  getParentRoute: () => outside,
  path: '/password-reset/{-$token}',
  // An emailed link is valid for signed-in people too.
  beforeLoad: ({ params }) => {
    if (params.token === undefined) guards.guestsOnly()
  },
  component: lazyRouteComponent(() => import('../user/password-reset-page.tsx'), 'PasswordResetPage'),
})

/** For anyone who has the link from an email, signed in or not. */
const unsubscribe = createRoute({
  getParentRoute: () => outside,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('../notification/settings/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

/* Without the shell: states of an account or a company. */

const states = createRoute({
  getParentRoute: () => outside,
  id: 'states',
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('./states-frame.tsx'), 'StatesFrame'),
})
const inactive = createRoute({
  getParentRoute: () => states,
  path: '/inactive',
  component: lazyRouteComponent(() => import('../company/state/inactive-page.tsx'), 'InactivePage'),
})
const userDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/user-deactivated',
  component: lazyRouteComponent(() => import('../company/state/user-deactivated-page.tsx'), 'UserDeactivatedPage'),
})
const checkout = createRoute({
  getParentRoute: () => states,
  path: '/checkout',
  component: comingSoonPage,
  staticData: { name: 'Checkout' },
})
const notPaidPage = lazyRouteComponent(() => import('../company/state/not-paid-page.tsx'), 'NotPaidPage')
const notPaid = createRoute({ getParentRoute: () => states, path: '/not-paid', component: notPaidPage })
const temporarilyDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/temporarily-deactivated',
  component: notPaidPage,
})

/** Choosing a plan for an unpaid company is like the pages above; changing the plan of a paid one has the shell. */
const plans = createRoute({
  getParentRoute: () => root,
  id: 'plans',
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('./plans-frame.tsx'), 'PlansFrame'),
  staticData: { first: { signedIn: ['/user/me'] } },
})
const subscription = createRoute({
  getParentRoute: () => plans,
  path: '/subscription/{-$update}',
  component: comingSoonPage,
  staticData: { name: 'Plans' },
})

/* Shared articles: without the shell, and no requests beyond those of the link. */

const shared = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken',
  validateSearch: readSharedSearch,
  component: lazyRouteComponent(() => import('../shared-page/shared-page.tsx'), 'SharedPage'),
  staticData: { first: { always: ['/browse/shared/$sharedToken'] } },
})
const privateShared = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken/private',
  validateSearch: readSharedSearch,
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('../shared-page/private-page.tsx'), 'PrivatePage'),
  staticData: { first: { signedIn: ['/user/me', '/browse/shared/$sharedToken/private'] } },
})
/** There is no third kind of link. */
const sharedWithUnknownKind = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken/$kind',
  beforeLoad: ({ params: { sharedToken } }) => {
    throw redirect({ to: sharedRoute, params: { sharedToken }, replace: true })
  },
})
const sharedByLongPath = createRoute({
  getParentRoute: () => root,
  path: '/browse/shared/$sharedToken/{-$kind}',
  validateSearch: readSharedSearch,
  beforeLoad: ({ params: { sharedToken, kind }, search }) => {
    const to = kind === 'private' ? privateSharedRoute : sharedRoute
    throw redirect({ to, params: { sharedToken }, search, replace: true })
  },
})
const embedded = createRoute({
  getParentRoute: () => root,
  path: '/embed/$sharedToken',
  validateSearch: readSharedSearch,
  component: lazyRouteComponent(() => import('../shared-page/embedded-page.tsx'), 'EmbeddedPage'),
  staticData: { first: { always: ['/browse/shared/$sharedToken'] } },
})

/* With the shell: for everyone, since workspaces can be public. */

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
  staticData: { first: { signedIn: ['/user/me'] } },
})

const browseWorkspace = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/{-$workspaceSlug}',
  component: lazyRouteComponent(() => import('./browse-workspace-page.tsx'), 'BrowseWorkspacePage'),
  staticData: { first: { always: ['/browse/$workspaceId'] } },
})
/** `part` and `tab` are a mode, a text tab or a paragraph; only the article itself shows which. */
const browseArticle = createRoute({
  getParentRoute: () => shell,
  path: '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}',
  // Not awaited: the page shows what has loaded. Hovering a link already starts the requests.
  loader: ({ context: { queryClient }, params }) => {
    void import('./prefetch-browsed-article.ts').then(({ prefetchBrowsedArticle }) =>
      prefetchBrowsedArticle(queryClient, params),
    )
  },
  component: lazyRouteComponent(() => import('../article/read/browse-page.tsx'), 'BrowsePage'),
  staticData: { first: { always: ['/browse/$workspaceId', '/article/$articleId'] } },
})
/* With the shell, and only with a session. */
const members = createRoute({ getParentRoute: () => shell, id: 'members', beforeLoad: guards.needSession })

const home = createRoute({
  getParentRoute: () => members,
  path: '/',
  component: lazyRouteComponent(() => import('../search/home-page.tsx'), 'HomePage'),
})
const workspaces = createRoute({
  getParentRoute: () => members,
  path: '/workspaces',
  validateSearch: readWorkspaceListSearch,
  component: lazyRouteComponent(() => import('../workspace/list/workspaces-page.tsx'), 'WorkspacesPage'),
})
const newWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/new',
  component: lazyRouteComponent(() => import('../workspace/create/new-workspace-page.tsx'), 'NewWorkspacePage'),
})
const workspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id',
  component: lazyRouteComponent(() => import('./browse-workspace-page.tsx'), 'BrowseWorkspacePage'),
  staticData: { first: { always: ['/browse/$id'] } },
})
const editWorkspace = createRoute({
  getParentRoute: () => members,
  path: '/workspace/$id/edit',
  component: lazyRouteComponent(() => import('../workspace/edit/workspace-edit-page.tsx'), 'WorkspaceEditPage'),
})
const newArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/new/{-$id}',
  component: lazyRouteComponent(() => import('../article/create/new-article-page.tsx'), 'NewArticlePage'),
})
const editArticle = createRoute({
  getParentRoute: () => members,
  path: '/article/$id/edit/{-$mode}',
  loader: preloadNoteEditor,
  component: lazyRouteComponent(() => import('../article/edit/article-edit-page.tsx'), 'ArticleEditPage'),
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
  component: lazyRouteComponent(() => import('../article/drafts/drafts-page.tsx'), 'DraftsPage'),
})
const editDraft = createRoute({
  getParentRoute: () => members,
  path: '/draft/$id/{-$mode}',
  loader: preloadNoteEditor,
  component: lazyRouteComponent(() => import('../article/edit/draft-edit-page.tsx'), 'DraftEditPage'),
  staticData: { first: { always: ['/draft/$id'] } },
})
/** A draft without an id: guests sign in, others go home. */
const noDraft = createRoute({
  getParentRoute: () => members,
  path: '/draft',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
const tag = createRoute({
  getParentRoute: () => members,
  path: '/tags/$tag',
  component: lazyRouteComponent(() => import('../search/tag-page.tsx'), 'TagPage'),
})
const meetings = createRoute({
  getParentRoute: () => members,
  path: '/meetings',
  component: comingSoonPage,
  staticData: { name: 'Meetings' },
})

const recorder = createRoute({
  getParentRoute: () => members,
  path: '/recorder',
  component: lazyRouteComponent(() => import('../recording/extension/recorder-page.tsx'), 'RecorderPage'),
})

/** Everything else: inside the shell, so that the user can navigate from there. */
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
  beforeLoad: guards.managersOnly,
})
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import('./settings/profile-settings-page.tsx'), 'ProfileSettingsPage'),
})
const companyProfile = createRoute({
  getParentRoute: () => companySettings,
  path: '/company',
  beforeLoad: guards.companyEditorsOnly,
  component: lazyRouteComponent(() => import('../company/profile/company-profile-page.tsx'), 'CompanyProfilePage'),
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
const auditLog = createRoute({
  getParentRoute: () => companySettings,
  path: '/audit-log',
  beforeLoad: guards.companyEditorsOnly,
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(() => import('../audit/company-audit-page.tsx'), 'CompanyAuditPage'),
})
const aiSettings = createRoute({
  getParentRoute: () => companySettings,
  path: '/ai',
  beforeLoad: guards.companyOwnersOnly,
  component: lazyRouteComponent(() => import('../ai/settings/ai-settings-page.tsx'), 'AiSettingsPage'),
})
const sharedLinks = createRoute({
  getParentRoute: () => settings,
  path: '/links',
  component: lazyRouteComponent(() => import('../share/links/shared-links-page.tsx'), 'SharedLinksPage'),
})
const planDetails = createRoute({
  getParentRoute: () => settings,
  path: '/billing/plan-details',
  component: comingSoonPage,
  staticData: { name: 'Plan Details' },
})
const billingHistory = createRoute({
  getParentRoute: () => settings,
  path: '/billing/history',
  component: comingSoonPage,
  staticData: { name: 'Billing History' },
})
const admin = createRoute({
  getParentRoute: () => members,
  path: '/admin/{-$page}/{-$id}',
  beforeLoad: guards.superAdminsOnly,
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('../admin/admin-page.tsx'), 'AdminPage'),
})

/* Legacy URLs. */

const legacyBrowse = createRoute({
  getParentRoute: () => root,
  path: '/browse/$workspaceSlug/{-$articleSlug}/{-$paragraphSlug}',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
const legacyShared = createRoute({
  getParentRoute: () => root,
  path: '/browseShared/sharedArticle/$sharedToken',
  beforeLoad: ({ params }) => {
    throw redirect({ to: sharedRoute, params: { sharedToken: params.sharedToken }, replace: true })
  },
})

const ofCompany = companySettings.addChildren([companyProfile, users, groups, group, auditLog, aiSettings])

export const routeTree = root.addChildren([
  outside.addChildren([
    invitedSignUp,
    signIn,
    socialSignIn,
    guests.addChildren([socialSignInFailed, signUp]),
    passwordReset,
    unsubscribe,
    states.addChildren([inactive, userDeactivated, checkout, notPaid, temporarilyDeactivated]),
  ]),
  plans.addChildren([subscription]),
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
      noDraft,
      tag,
      meetings,
      recorder,
      settings.addChildren([profile, ofCompany, sharedLinks, planDetails, billingHistory]),
      admin,
    ]),
  ]),
  shared,
  privateShared,
  sharedWithUnknownKind,
  sharedByLongPath,
  embedded,
  legacyBrowse,
  legacyShared,
])
