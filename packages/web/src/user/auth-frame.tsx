import type { ReactNode } from 'react'
import { Logo } from '../ui/identity/logo.tsx'
import styles from './auth.module.css'

/** The page around a form for guests; `aside` is at the right if there is room. */
export function AuthFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <main className={styles.page} data-two={aside ? true : undefined}>
      <div className={styles.side}>
        <span className={styles.logo}>
          <Logo hasShadow />
        </span>
        {children}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </main>
  )
}
