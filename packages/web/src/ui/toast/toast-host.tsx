import { useEffect, useState } from 'react'
import { useSelector } from '@tanstack/react-store'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconX } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { dismissToast, toastStore, type Toast } from './toast.ts'
import styles from './toast.module.css'

const icons = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle }

/**
 * Shows messages. Both live regions exist from the start, because screen readers miss a region that is inserted with
 * its text.
 */
export function ToastHost() {
  const toast = useSelector(toastStore)
  const isUrgent = toast !== null && toast.kind !== 'success'
  return (
    <>
      <div className={styles.region} role="status" aria-live="polite">
        {toast && !isUrgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div className={styles.region} role="alert" aria-live="assertive">
        {toast && isUrgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const Icon = icons[toast.kind]

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration)
    return () => clearTimeout(timer)
  }, [isHeld, toast])

  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon />
      <span className="kr-grow">{toast.text}</span>
      {toast.action ? (
        <Button
          variant="subtle"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      ) : (
        <button
          type="button"
          className={styles.close}
          aria-label={texts.closeMessage}
          onClick={() => dismissToast(toast.id)}
        >
          <IconX className="kr-icon-16" />
        </button>
      )}
    </div>
  )
}
