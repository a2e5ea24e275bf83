import type { ReactNode } from 'react'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { ToastHost } from '../ui/toast-host.tsx'
import { DialogHost } from '../ui/dialog-host.tsx'
import { buildQueryClient } from '../platform/query-client.ts'
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

/** Inside the router, so that a dialog can lead to another page. */
const WithDialogs = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <DialogHost />
  </>
)
