/** The surroundings of pages: none, a plain frame for guests, or the shell. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BareFrame } from '../bare-frame.tsx'
import * as guards from '../guards.ts'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

/** Without the shell: for guests, and for states of an account or a company. */
export const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: BareFrame,
  staticData: { first: { signedIn: ['/user/me'] } },
})

/** For everyone, since workspaces can be public. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/app-shell.tsx'), 'AppShell'),
  staticData: { first: { signedIn: ['/user/me'] } },
})

/** Only with a session. */
export const members = createRoute({ getParentRoute: () => shell, id: 'members', beforeLoad: guards.needSession })
