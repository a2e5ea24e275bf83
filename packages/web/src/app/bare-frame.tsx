import { Outlet } from '@tanstack/react-router'
import { OperatorNotice } from './operator-notice.tsx'
import styles from './bare-frame.module.css'

/** Pages without header and sidebar: signing in, paying, and the states in which nothing else is accessible. */
export const BareFrame = () => (
  <div className={styles.frame}>
    <OperatorNotice />
    <Outlet />
  </div>
)
