import { Outlet } from '@tanstack/react-router'
import styles from './bare-frame.module.css'

/** Pages without header and sidebar: signing in, and the states in which nothing else is accessible. */
export function BareFrame() {
  return (
    <div className={styles.frame}>
      <Outlet />
    </div>
  )
}
