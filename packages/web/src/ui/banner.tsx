import type { ReactNode } from 'react'
import styles from './banner.module.css'

type BannerProps = { icon: ReactNode; children: ReactNode; action?: ReactNode; tone?: 'amber' | 'red' | 'accent' }

/** A lasting state of the page or the connection, with at most one action. */
export function Banner({ icon, children, action, tone = 'amber' }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role="status">
      {icon}
      <span className="kr-grow">{children}</span>
      {action}
    </div>
  )
}
