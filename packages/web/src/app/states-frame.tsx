import '../ui/mantine-parts.css'
import '../ui/parts.css'
import { Outlet } from '@tanstack/react-router'
import { useStandingGuard } from '../company/index.ts'

/** Around the pages that say why one can not go on; whoever can goes on. */
export function StatesFrame() {
  useStandingGuard()
  return <Outlet />
}
