import type { ReactNode } from 'react'
import styles from './status-dot.module.css'

export type DotTone = 'green' | 'grey' | 'accent' | 'amber' | 'red' | 'hollow'

/** Only what needs a person has coloured words. */
export function StatusDot({ tone, children }: { tone: DotTone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
