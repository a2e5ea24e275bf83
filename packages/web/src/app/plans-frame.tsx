import { useParams } from '@tanstack/react-router'
import { OperatorNotice } from './operator-notice.tsx'
import styles from './bare-frame.module.css'
import { AppShell } from './shell/app-shell.tsx'
import { StatesFrame } from './states-frame.tsx'

/** Depends on the URL, not on the company: the page must not be mounted again when the payment arrives. */
export function PlansFrame() {
  const { update } = useParams({ strict: false })
  if (update !== undefined) return <AppShell />
  return (
    <div className={styles.frame}>
      <OperatorNotice />
      <StatesFrame />
    </div>
  )
}
