import type { QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { ErrorPage } from './error-page.tsx'
import { routeTree } from './routes.tsx'

export type AppRouter = ReturnType<typeof buildRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** Milliseconds before a page that is on the way shows its skeleton. */
const pendingMs = 150

export function buildRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
    // Pages keep their data in the query client, which knows better what is fresh.
    defaultPreloadStaleTime: 0,
  })
}
