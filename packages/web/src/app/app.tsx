import { lazy, Suspense, type ReactNode } from 'react'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cssVariablesResolver, theme } from '../ui/style/theme.ts'
import { ToastHost } from '../ui/toast/toast-host.tsx'
import { DialogHost } from '../ui/dialog/dialog-host.tsx'
import { currentHostSlug } from '../company/host-company.ts'
import type { AppRouter } from './router.tsx'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'knowreel.theme' })

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} InnerWrap={RouterContent} />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const hostSlug = currentHostSlug()
const HostGate = lazy(() => import('./host-gate.tsx').then((module) => ({ default: module.HostGate })))

/** Most installations have one host for all companies; only a company's own host needs the gate. */
function HostGateIfNeeded({ children }: { children: ReactNode }) {
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
