import './ui/style/fonts.css'
import './ui/style/tokens.css'
import './ui/style/mantine-base.css'
import './ui/style/base.css'
import './ui/style/icon.css'
import './ui/style/controls.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { rewriteHashUrl, rewriteTokenUrl } from './app/legacy-url.ts'
import { reloadOnceWhenOutdated } from './app/outdated-build.ts'
import { consumePreloadedStyles } from './app/unused-preloads.ts'
import { buildRouter } from './app/router.tsx'
import { connectSessionErrorHandlers, followSessionChanges } from './app/session-error-handlers.ts'
import { watchErrors } from './error-report/watch-errors.ts'
import { buildQueryClient } from './platform/query-client.ts'

function start(): void {
  const container = document.getElementById('root')
  if (!container) return
  rewriteHashUrl()
  rewriteTokenUrl()
  reloadOnceWhenOutdated()
  const queryClient = buildQueryClient()
  const router = buildRouter(queryClient)
  const report = watchErrors(() => router.state.matches.at(-1)?.fullPath ?? null)
  connectSessionErrorHandlers(router, queryClient, report)
  followSessionChanges()
  const stopWaiting = router.subscribe('onResolved', () => {
    stopWaiting()
    consumePreloadedStyles()
  })
  // React already passes errors that no page catches to the window.
  createRoot(container, { onCaughtError: report }).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  )
}

start()
