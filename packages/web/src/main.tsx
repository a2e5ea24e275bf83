import './ui/tokens.css'
import './ui/mantine-base.css'
import './ui/base.css'
import './ui/icon.css'
import './ui/controls.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { rewriteHashAddress, rewriteTokenAddress } from './app/old-address.ts'
import { reloadOnceWhenOutdated } from './app/outdated-build.ts'

function start(): void {
  const place = document.getElementById('root')
  if (!place) return
  rewriteHashAddress()
  rewriteTokenAddress()
  reloadOnceWhenOutdated()
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

start()
