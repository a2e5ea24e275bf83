import '../ui/mantine-parts.css'
import '../ui/parts.css'
import { Outlet } from '@tanstack/react-router'
import { useStandingGuard } from '../company/index.ts'
import { Logo } from '../ui/logo.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import styles from './states-frame.module.css'

/** Around the pages that say why one can not go on: whoever can is led on, all others keep their companies and the exit. */
export function StatesFrame() {
  useStandingGuard()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Logo />
        <UserMenu />
      </header>
      <Outlet />
    </div>
  )
}
