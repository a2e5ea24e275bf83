import { IconX } from '@tabler/icons-react'
import styles from './toolbar.module.css'

/** Empties the field that it is in. */
export const ClearButton = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <button type="button" className={styles.clear} aria-label={label} onClick={onClear}>
    <IconX className="kr-icon-16" />
  </button>
)
