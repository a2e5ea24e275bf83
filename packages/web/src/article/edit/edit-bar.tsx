import { Button, Tooltip } from '@mantine/core'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { Editing } from './editing.ts'
import { Presence } from './presence.tsx'
import { PublishButton } from './publish-button.tsx'
import { SaveState } from './save-state.tsx'
import type { DraftExits } from './use-draft-exits.ts'
import { useDiscardable } from './use-discardable.ts'
import styles from './edit-bar.module.css'

type EditBarProps = { editing: Editing; exits: DraftExits }

/** Above the text: who else is here, and throwing the changes away. On narrow screens also what the sidebar hides. */
export function EditBar({ editing, exits }: EditBarProps) {
  const isNarrow = useNarrow()
  const { canDiscard, discardHash } = useDiscardable(editing)
  return (
    <div className={styles.bar}>
      {isNarrow && <SaveState store={editing.store} desk={editing.desk} />}
      <span className={styles.space} />
      <Presence desk={editing.desk} />
      <Tooltip label="There is nothing to discard" disabled={canDiscard}>
        <Button
          variant="subtle"
          aria-disabled={!canDiscard}
          data-disabled={!canDiscard || undefined}
          onClick={() => canDiscard && exits.discard(discardHash)}
        >
          {isNarrow ? 'Discard' : 'Discard draft'}
        </Button>
      </Tooltip>
      {isNarrow && <PublishButton store={editing.store} onPublish={exits.publish} onSaveDraft={exits.saveDraft} />}
    </div>
  )
}
