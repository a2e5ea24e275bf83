import type { ReactNode } from 'react'
import styles from './stage-message.module.css'

type StageMessageProps = {
  role: 'status' | 'alert'
  icon: ReactNode
  /** While it records, and after an error. */
  isRed?: boolean
  title: string
  /** Text and buttons. */
  children?: ReactNode
}

/** In place of the picture of a recording that cannot be played yet. */
export const StageMessage = ({ role, icon, isRed = false, title, children }: StageMessageProps) => (
  <div className={styles.stage} role={role} data-red={isRed || undefined}>
    {icon}
    <h2>{title}</h2>
    {children}
  </div>
)
