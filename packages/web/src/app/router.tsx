import type { QueryClient } from '@tanstack/react-query'
import {
  createRouter,
  lazyRouteComponent,
  useRouter,
  type ErrorComponentProps,
  type RouterHistory,
} from '@tanstack/react-router'
import { PageSkeleton } from '../ui/page/skeleton.tsx'
import { articleRoutes, browseArticle } from './routes/article-routes.ts'
import { members, root, shell } from './routes/frames.ts'
import { guestRoutes, planRoutes } from './routes/guest-routes.ts'
import { settingsRoutes } from './routes/settings-routes.ts'
import { sharedRoutes } from './routes/shared-routes.ts'
import { browseWorkspace, notFound, workspaceRoutes } from './routes/workspace-routes.ts'
import { usePageTitle } from '../ui/page/page-title.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'

export type AppRouter = ReturnType<typeof buildRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /**
     * The first requests of the page, sent while its code loads: paths of GET calls, with the parameters of the route.
     * The build reads them, and the script in index.html sends them.
     */
    first?: { always?: readonly string[]; signedIn?: readonly string[]; signedOut?: readonly string[] }
  }
}

/** Every page of the product, in one typed table. If two paths overlap, the fixed word wins over the parameter. */
const routeTree = root.addChildren([
  guestRoutes,
  planRoutes,
  shell.addChildren([
    browseWorkspace,
    browseArticle,
    notFound,
    members.addChildren([...workspaceRoutes, ...articleRoutes, settingsRoutes]),
  ]),
  ...sharedRoutes,
])

/** Milliseconds before a loading page shows its skeleton. */
const pendingMs = 150

/** `history` is the browser's own unless a test passes one that it can end. */
export function buildRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
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

/** Replaces a page that crashed: the shell stays, and the page can be retried. */
function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter()
  usePageTitle('Something went wrong')
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PageMain>
      <LoadError text="This page stopped working. What you saved is safe." onRetry={retry} />
    </PageMain>
  )
}
