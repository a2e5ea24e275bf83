import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from '../../../ui/banner.tsx'
import { formatClock } from '../../../ui/time-format.ts'
import { useOnline } from '../../../ui/use-online.ts'
import styles from '../../read/article-view.module.css'
import { type EditingContext, useDraft } from '../editing-context.ts'
import * as texts from '../texts.ts'

/** A title or tag that could not be saved; the notes report their own failures. */
export function SaveFailure({ editing: { store } }: { editing: EditingContext }) {
  const failure = useDraft(store, (state) => (state.isUnsaved ? state.failure : null))
  const isBusy = useDraft(store, ({ queue }) => queue.phase !== 'idle')
  const isOnline = useOnline()
  useEffect(() => {
    const retry = () => store.retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [store])
  // Offline, the shell already reports it and saving resumes automatically.
  if (!failure || !isOnline) return null
  return (
    <div className={styles.notice}>
      <Banner
        icon={<IconAlertTriangle />}
        tone="red"
        action={
          <Button variant="subtle" loading={isBusy} onClick={store.retry}>
            {texts.tryAgain}
          </Button>
        }
      >
        {texts.savingFailedAt(formatClock(failure.at))}
      </Banner>
    </div>
  )
}
