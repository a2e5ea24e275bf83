import { useSelector } from '@tanstack/react-store'
import { createPortal } from 'react-dom'
import { Loader } from '@mantine/core'
import { busyStore } from './busy.ts'
import styles from './busy-overlay.module.css'

export function BusyOverlay() {
  const text = useSelector(busyStore)
  return createPortal(
    <div role="status" aria-live="polite">
      {text !== null && (
        <div className={styles.scrim}>
          <div className={styles.card}>
            <Loader size={18} />
            {text}
          </div>
        </div>
      )}
    </div>,
    document.querySelector('[data-portal]') ?? document.body,
  )
}
