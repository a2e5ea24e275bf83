import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconSparkles, IconX } from '@tabler/icons-react'
import { isUndivided } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import type { VideoEditorController } from '../../video/index.ts'
import { useAiStatus } from '../ai.queries.ts'
import * as texts from '../texts.ts'
import { smartParagraphs } from './smart-paragraphs.ts'
import styles from './proposal-panel.module.css'

const key = 'knowreel.structure-dismissed'
const maxRemembered = 50

const readDismissed = (): string[] => readSetting(key)?.split(',') ?? []

/** Below the paragraphs of a new recording, until somebody names one: what can be suggested for it. */
export function StructureOffer({ draftId, controller }: { draftId: string; controller: VideoEditorController }) {
  const { isEnabled, hasText } = useAiStatus()
  const { status } = smartParagraphs.use(draftId)
  const [dismissed, setDismissed] = useState(readDismissed)
  const isOffered = isEnabled && status === null && !dismissed.includes(draftId)
  if (!isOffered || controller.duration === 0 || !isUndivided(controller.tree)) return null
  const dismiss = () => {
    const next = [draftId, ...readDismissed()].slice(0, maxRemembered)
    writeSetting(key, next.join(','))
    setDismissed(next)
  }
  return (
    <div className={styles.structure}>
      <IconSparkles className="kr-icon-16" />
      <span>{hasText ? texts.offerStructure : texts.offerParagraphs}</span>
      <Button size="compact-sm" variant="fill" onClick={() => smartParagraphs.start(draftId, { articleId: draftId })}>
        {texts.suggest}
      </Button>
      <ActionIcon size="sm" aria-label={texts.dismissOffer} onClick={dismiss}>
        <IconX />
      </ActionIcon>
    </div>
  )
}
