import { lazy, Suspense, type ReactNode } from 'react'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { ToastHost } from '../ui/toast-host.tsx'
import { DialogHost } from '../ui/dialog-host.tsx'
import { buildQueryClient } from '../platform/query-client.ts'
import { slugOfThisHost } from '../company/host-company.ts'
import { buildRouter } from './router.tsx'
import { connectSessionExits } from './session-exits.ts'

const queryClient = buildQueryClient()
const router = buildRouter(queryClient)
const colorSchemeManager = localStorageColorSchemeManager({ key: 'knowreel.theme' })

connectSessionExits(router, queryClient)

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} InnerWrap={WithDialogs} />
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const hostSlug = slugOfThisHost()
const HostGate = lazy(() => import('./host-gate.tsx').then((module) => ({ default: module.HostGate })))

/** Most installations have one host for all companies; only at a company's own one is there more to do. */
function AtThisHost({ children }: { children: ReactNode }) {
  if (hostSlug === null) return children
  return (
    <Suspense fallback={null}>
      <HostGate slug={hostSlug}>{children}</HostGate>
    </Suspense>
  )
}

/** Inside the router, so that a dialog can lead to another page. */
const WithDialogs = ({ children }: { children: ReactNode }) => (
  <>
    <AtThisHost>{children}</AtThisHost>
    <DialogHost />
  </>
)
