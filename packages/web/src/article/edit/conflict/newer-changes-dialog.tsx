import { useMemo } from 'react'
import { Button, Modal } from '@mantine/core'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../../ui/dialog/dialogs.ts'
import { ChangedWords } from '../../versions/compare/changed-words.tsx'
import { compareArticles } from '../../versions/compare/compare-versions.ts'
import { noteParser } from '../../versions/compare/note-parser.ts'
import { ChangedParts } from '../../versions/compare/version-comparison.tsx'
import * as texts from '../texts.ts'

type NewerChangesDialogProps = DialogProps & { seen: Article; current: Article; onAnswer: (isWanted: boolean) => void }

/** Someone continued to write while the question was open: shows what is new since. */
export function NewerChangesDialog({ seen, current, onAnswer, opened, onClose }: NewerChangesDialogProps) {
  const found = useMemo(() => compareArticles(seen, current, noteParser), [seen, current])
  const answer = (isWanted: boolean) => {
    onClose()
    onAnswer(isWanted)
  }
  return (
    <Modal
      opened={opened}
      onClose={() => answer(false)}
      title={texts.theDraftHasChanged}
      size={640}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p className="kr-muted">{texts.updatedByUserNameSavedItAfterYou(current.updatedByUser?.name ?? texts.someone)}</p>
      {found.title && (
        <p style={{ marginTop: 16 }}>
          <ChangedWords line={found.title} />
        </p>
      )}
      <ChangedParts found={{ ...found, tabs: found.tabs.filter(({ kind }) => kind !== 'same') }} />
      <DialogFooter>
        <Button data-autofocus onClick={() => answer(false)}>
          {texts.keepTheDraft}
        </Button>
        <Button variant="filled" color="red" onClick={() => answer(true)}>
          {texts.discardAnyway}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
