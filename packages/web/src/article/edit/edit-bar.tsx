import type { ReactNode } from 'react'
import { Button, Tooltip } from '@mantine/core'
import { CommentsButton } from '../../comment/index.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { DownloadRecording } from '../../video/index.ts'
import { useDraft, type Editing } from './editing.ts'
import { Presence } from './presence.tsx'
import { PublishButton } from './publish-button.tsx'
import { SaveState } from './save/save-state.tsx'
import * as texts from './texts.ts'
import type { DraftExits } from './use-draft-exits.ts'
import { useDiscardable } from './use-discardable.ts'
import styles from './edit-bar.module.css'

type EditBarProps = {
  editing: Editing
  exits: DraftExits
  /** The choice between video and notes, if both exist. */
  sides: ReactNode
}

/** Above the text: who else is here, and discarding the changes. On narrow screens also what the sidebar would show. */
export function EditBar({ editing, exits, sides }: EditBarProps) {
  const isNarrow = useNarrow()
  const canDiscard = useDiscardable(editing, exits)
  const canDownload = useDraft(
    editing.store,
    ({ article }) => article.abilities.downloadRecording && article.duration > 0,
  )
  return (
    <div className={styles.bar}>
      {sides}
      {isNarrow && <SaveState store={editing.store} desk={editing.desk} />}
      <span className={styles.space} />
      <Presence desk={editing.desk} />
      {canDownload && !isNarrow && <DownloadRecording articleId={editing.draftId} />}
      <CommentsButton articleId={editing.draftId} />
      <Tooltip label={texts.thereIsNothingToDiscard} disabled={canDiscard}>
        <Button
          variant="subtle"
          aria-disabled={!canDiscard}
          data-disabled={!canDiscard || undefined}
          onClick={() => canDiscard && exits.discard()}
        >
          {isNarrow ? texts.discard : texts.discardDraft}
        </Button>
      </Tooltip>
      {isNarrow && <PublishButton store={editing.store} onPublish={exits.publish} onSaveDraft={exits.saveDraft} />}
    </div>
  )
}
