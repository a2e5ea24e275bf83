import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import { Outlet } from '@tanstack/react-router'
import { DeactivatedBanner, useMembershipGuard } from '../company/index.ts'
import { Logo } from '../ui/identity/logo.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import styles from './states-frame.module.css'

/**
 * Wraps the pages that explain why the app is unavailable: people whose state has changed are redirected, all others
 * keep their companies and log-out.
 */
export function StatesFrame() {
  useMembershipGuard()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Logo />
        <UserMenu />
      </header>
      <DeactivatedBanner />
      <Outlet />
    </div>
  )
}
