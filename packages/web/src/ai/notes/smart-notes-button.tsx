import { useEffect } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconSparkles, IconX } from '@tabler/icons-react'
import { openSmartNotesDialog } from '../ai.dialogs.ts'
import { useAiStatus } from '../ai.queries.ts'
import { useLeaveGenerations } from '../draft-generation.ts'
import * as texts from '../texts.ts'
import { smartNotes } from './smart-notes.ts'
import styles from './smart-notes.module.css'

type NoteTab = { readonly id: string; readonly title: string }

type SmartNotesButtonProps = {
  draftId: string
  /** The tabs of the draft, in order. */
  tabs: readonly NoteTab[]
  /** Shows only the icon. */
  isCompact: boolean
  onShowTab: (tabId: string) => void
  /** The draft has changed on the server. */
  onAdded: () => void
}

/**
 * On the whole page of a draft. Opens smart notes; while they are being written, shows how far, also after the dialog was
 * closed.
 */
export function SmartNotesButton({ draftId, tabs, isCompact, onShowTab, onAdded }: SmartNotesButtonProps) {
  const { hasText } = useAiStatus()
  const { status, result } = smartNotes.use(draftId)
  useLeaveGenerations(draftId)
  const hasResult = result !== null
  useEffect(() => {
    if (hasResult) onAdded()
  }, [hasResult, onAdded])
  if (!hasText) return null

  if (status !== null) {
    return (
      <span className={styles.running} role="status">
        <span className="kr-num">{texts.writingNotes(status.progress)}</span>
        <ActionIcon size="sm" aria-label={texts.stopWritingNotes} onClick={() => smartNotes.cancel(draftId)}>
          <IconX />
        </ActionIcon>
      </span>
    )
  }
  if (result !== null) {
    return (
      <Button
        variant="subtle"
        leftSection={<IconCheck />}
        onClick={() => {
          smartNotes.setResult(draftId, null)
          onShowTab(result.tabId)
        }}
      >
        {texts.openNotes}
      </Button>
    )
  }
  const open = () => {
    void smartNotes.follow(draftId).catch(() => undefined)
    openSmartNotesDialog({ draftId, tabs })
  }
  return isCompact ? (
    <Tooltip label={texts.smartNotes}>
      <ActionIcon aria-label={texts.smartNotes} onClick={open}>
        <IconSparkles />
      </ActionIcon>
    </Tooltip>
  ) : (
    <Button variant="subtle" leftSection={<IconSparkles />} onClick={open}>
      {texts.smartNotes}
    </Button>
  )
}
