import { Outlet } from '@tanstack/react-router'
import styles from './outside-frame.module.css'

/** Pages without header and sidebar: signing in, and the states in which nothing else is accessible. */
export function OutsideFrame() {
  return (
    <div className={styles.frame}>
      <Outlet />
    </div>
  )
}
