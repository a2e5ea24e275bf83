import { useMemo } from 'react'
import { Button, Modal } from '@mantine/core'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialogs.ts'
import { ChangedWords } from '../versions/changed-words.tsx'
import { compareArticles } from '../versions/compare-versions.ts'
import { noteReading } from '../versions/note-blocks.ts'
import { ChangedParts } from '../versions/version-comparison.tsx'

type NewsDialogProps = DialogProps & { seen: Article; now: Article; onAnswer: (isWanted: boolean) => void }

/** Somebody went on writing while the question stood there: what is new since. */
export function NewsDialog({ seen, now, onAnswer, opened, onClose }: NewsDialogProps) {
  const found = useMemo(() => compareArticles(seen, now, noteReading), [seen, now])
  const answer = (isWanted: boolean) => {
    onClose()
    onAnswer(isWanted)
  }
  return (
    <Modal
      opened={opened}
      onClose={() => answer(false)}
      title="The draft was changed meanwhile"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className="kr-muted">
        {now.updatedByUser?.name ?? 'Somebody'} saved it after you asked to discard it. This is new, and would go away
        too.
      </p>
      {found.title && (
        <p style={{ marginTop: 16 }}>
          <ChangedWords line={found.title} />
        </p>
      )}
      <ChangedParts found={{ ...found, tabs: found.tabs.filter(({ kind }) => kind !== 'same') }} />
      <DialogFooter>
        <Button data-autofocus onClick={() => answer(false)}>
          Keep the draft
        </Button>
        <Button variant="filled" color="red" onClick={() => answer(true)}>
          Discard all the same
        </Button>
      </DialogFooter>
    </Modal>
  )
}
