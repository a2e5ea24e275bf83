import { useEffect } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import styles from '../notes/smart-notes.module.css'
import { translation } from './translation.ts'

type TranslationStatusProps = {
  draftId: string
  onShowTab: (tabId: string) => void
  /** The draft has changed on the server. */
  onAdded: () => void
}

/** How far a translation is, and where it is when it is there. */
export function TranslationStatus({ draftId, onShowTab, onAdded }: TranslationStatusProps) {
  const { status, result } = translation.use(draftId)
  const tabId = result?.tabId ?? null
  useEffect(() => {
    if (tabId !== null) onAdded()
  }, [tabId, onAdded])
  useEffect(() => void translation.follow(draftId).catch(() => undefined), [draftId])
  const dismiss = () => translation.setResult(draftId, null)

  if (status !== null) {
    return (
      <span className={styles.running} role="status">
        <span className="kr-num">{texts.translating(status.progress)}</span>
        <ActionIcon size="sm" aria-label={texts.stopTranslating} onClick={() => translation.cancel(draftId)}>
          <IconX />
        </ActionIcon>
      </span>
    )
  }
  if (result === null) return null
  if (tabId === null) {
    return (
      <span className={styles.running} role="status">
        {texts.captionsTranslated(result.language)}
        <ActionIcon size="sm" aria-label={texts.dismiss} onClick={dismiss}>
          <IconX />
        </ActionIcon>
      </span>
    )
  }
  return (
    <Button
      variant="subtle"
      leftSection={<IconCheck />}
      onClick={() => {
        dismiss()
        onShowTab(tabId)
      }}
    >
      {texts.openTranslation}
    </Button>
  )
}
