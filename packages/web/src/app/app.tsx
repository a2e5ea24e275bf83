import { createContext, lazy, Suspense, use, type ReactNode } from 'react'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cssVariablesResolver, theme } from '../ui/style/theme.ts'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { DialogHost } from '../ui/dialog/dialog-host.tsx'
import { currentHostSlug } from '../company/host-company.ts'
import type { AppRouter } from './router.tsx'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'knowreel.theme' })

type AppProps = {
  queryClient: QueryClient
  router: AppRouter
  /** The company whose own host this is; null at a host of all companies. */
  hostSlug?: string | null
}

const HostSlug = createContext<string | null>(null)

export function App({ queryClient, router, hostSlug = currentHostSlug() }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <HostSlug value={hostSlug}>
          <RouterProvider router={router} InnerWrap={RouterContent} />
        </HostSlug>
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const HostGate = lazy(() => import('./host-gate.tsx').then((module) => ({ default: module.HostGate })))

/** Most installations have one host for all companies; only a company's own host needs the gate. */
function HostGateIfNeeded({ children }: { children: ReactNode }) {
  const hostSlug = use(HostSlug)
  if (hostSlug === null) return children
  return (
    <Suspense fallback={null}>
      <HostGate slug={hostSlug}>{children}</HostGate>
    </Suspense>
  )
}

/** Inside the router, so that a dialog can navigate. */
const RouterContent = ({ children }: { children: ReactNode }) => (
  <>
    <HostGateIfNeeded>{children}</HostGateIfNeeded>
    <DialogHost />
  </>
)
