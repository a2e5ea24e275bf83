import type { ReactNode } from 'react'
import styles from './dialog-footer.module.css'

/**
 * The row of buttons below a line at the bottom of a Modal; the last one is the primary action. `note` is on the left.
 */
export function DialogFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.footer}>
      {note && <span className={styles.note}>{note}</span>}
      {children}
    </div>
  )
}
