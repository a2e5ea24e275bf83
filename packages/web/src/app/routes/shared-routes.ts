/** Shared articles: without the shell, and no requests beyond those of the link. Legacy URLs lead to them or home. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { privateSharedRoute, readSharedSearch, sharedRoute } from '../../share/shared-url.ts'
import * as guards from '../guards.ts'
import { root } from './frames.ts'

const shared = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken',
  validateSearch: readSharedSearch,
  component: lazyRouteComponent(() => import('../../shared-page/shared-page.tsx'), 'SharedPage'),
  staticData: { first: { always: ['/browse/shared/$sharedToken'] } },
})
const privateShared = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken/private',
  validateSearch: readSharedSearch,
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('../../shared-page/private-page.tsx'), 'PrivatePage'),
  staticData: { first: { signedIn: ['/user/me', '/browse/shared/$sharedToken/private'] } },
})

/** There is no third kind of link. */
const sharedWithUnknownKind = createRoute({
  getParentRoute: () => root,
  path: '/b/shared/$sharedToken/$kind',
  beforeLoad: ({ params: { sharedToken } }) => {
    throw redirect({ to: sharedRoute, params: { sharedToken }, search: true, replace: true })
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
  component: lazyRouteComponent(() => import('../../shared-page/embedded-page.tsx'), 'EmbeddedPage'),
  staticData: { first: { always: ['/browse/shared/$sharedToken'] } },
})

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
    throw redirect({ to: sharedRoute, params: { sharedToken: params.sharedToken }, search: true, replace: true })
  },
})

export const sharedRoutes = [
  shared,
  privateShared,
  sharedWithUnknownKind,
  sharedByLongPath,
  embedded,
  legacyBrowse,
  legacyShared,
] as const
