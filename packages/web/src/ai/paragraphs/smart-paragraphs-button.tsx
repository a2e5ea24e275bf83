import { useEffect } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconSparkles, IconX } from '@tabler/icons-react'
import { showWarning } from '../../ui/toast/toast.ts'
import { useAiEnabled } from '../ai.queries.ts'
import * as texts from '../texts.ts'
import { readProposals, smartParagraphs } from './smart-paragraphs.ts'
import styles from './proposal-panel.module.css'

/** Beside the heading of the paragraphs: starts the proposals, and shows how far they are. */
export function SmartParagraphsButton({ draftId }: { draftId: string }) {
  const isEnabled = useAiEnabled()
  const { status, result } = smartParagraphs.use(draftId)
  const isEmpty = result !== null && readProposals(result).length === 0
  useEffect(() => {
    if (!isEmpty) return
    smartParagraphs.setResult(draftId, null)
    showWarning(texts.noParagraphs)
  }, [isEmpty, draftId])
  // Another page of this person, or a colleague, may have started it.
  useEffect(() => {
    if (isEnabled) void smartParagraphs.follow(draftId).catch(() => undefined)
  }, [isEnabled, draftId])
  if (!isEnabled) return null
  return status === null ? (
    <Button
      variant="subtle"
      size="compact-sm"
      className={styles.begin}
      leftSection={<IconSparkles className="kr-icon-16" />}
      onClick={() => smartParagraphs.start(draftId, { articleId: draftId })}
    >
      {texts.smartParagraphs}
    </Button>
  ) : (
    <span className={styles.running} role="status">
      <span className="kr-num">{texts.proposing(status.step ?? texts.starting, status.progress)}</span>
      <ActionIcon size="sm" aria-label={texts.stopProposing} onClick={() => smartParagraphs.cancel(draftId)}>
        <IconX />
      </ActionIcon>
    </span>
  )
}
