import './ui/style/tokens.css'
import './ui/style/mantine-base.css'
import './ui/style/base.css'
import './ui/style/icon.css'
import './ui/style/controls.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { rewriteHashAddress, rewriteTokenAddress } from './app/old-address.ts'
import { reloadOnceWhenOutdated } from './app/outdated-build.ts'
import { buildRouter } from './app/router.tsx'
import { connectSessionExits, followSessionOfOtherTabs } from './app/session-exits.ts'
import { buildQueryClient } from './platform/query-client.ts'

function start(): void {
  const place = document.getElementById('root')
  if (!place) return
  rewriteHashAddress()
  rewriteTokenAddress()
  reloadOnceWhenOutdated()
  const queryClient = buildQueryClient()
  const router = buildRouter(queryClient)
  connectSessionExits(router, queryClient)
  followSessionOfOtherTabs()
  createRoot(place).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  )
}

start()
