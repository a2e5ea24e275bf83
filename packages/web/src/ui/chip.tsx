import type { ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import * as texts from './texts.ts'
import styles from './chip.module.css'

type ChipProps = {
  children: ReactNode
  icon?: ReactNode
  variant?: 'plain' | 'line' | 'accent'
  /** Adds a remove button to the chip; its label names what is removed. */
  onRemove?: () => void
  removeLabel?: string
}

/** A tag, a status such as "Archived", or a selected value. Not a button: only its remove button can be clicked. */
export function Chip({ children, icon, variant = 'plain', onRemove, removeLabel }: ChipProps) {
  return (
    <span className={styles.chip} data-look={variant}>
      {icon}
      <span className="kr-trunc">{children}</span>
      {onRemove && (
        <button type="button" className={styles.remove} onClick={onRemove} aria-label={removeLabel ?? texts.remove}>
          <IconX className="kr-icon-14" />
        </button>
      )}
    </span>
  )
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
