import type { ReactNode } from 'react'
import styles from './admin.module.css'

export type DotTone = 'green' | 'grey' | 'accent' | 'red' | 'hollow'

/** Only what needs a person has coloured words. */
export function StatusDot({ tone, children }: { tone: DotTone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
