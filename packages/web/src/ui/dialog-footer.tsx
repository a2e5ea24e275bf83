import type { ReactNode } from 'react'
import styles from './dialog-footer.module.css'

/** The row of buttons under a line at the foot of a Modal; the last one is the one that acts. `note` stands at the left. */
export function DialogFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.footer}>
      {note && <span className={styles.note}>{note}</span>}
      {children}
    </div>
  )
}
