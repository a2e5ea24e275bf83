import { useState } from 'react'
import { Button, Modal, Select } from '@mantine/core'
import type { Transcript } from '@knowreel/shared/transcription/transcription.wire.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'

type RegenerateDialogProps = DialogProps & {
  engine: Transcript['engine']
  isEdited: boolean
  language: string | null
  onStart: (options: { language: string | null; keepsEdits: boolean }) => void
}

const codes =
  'en de fr es it pt nl pl uk ru cs sk hu ro bg hr sr el tr ar he fa hi th vi id ja ko zh fi sv da no'.split(' ')
const names = new Intl.DisplayNames('en', { type: 'language' })
const languages = codes
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** Asks before generating: the language, and what becomes of corrections. */
export function RegenerateDialog({ engine, isEdited, language, onStart, opened, onClose }: RegenerateDialogProps) {
  const [chosen, setChosen] = useState(language)
  const start = (keepsEdits: boolean) => {
    onClose()
    onStart({ language: engine?.languages === null ? chosen : null, keepsEdits })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.regenerateTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {engine?.languages === null && (
        <Select
          label={texts.language}
          placeholder={texts.languageDetected}
          data={languages}
          value={chosen}
          onChange={setChosen}
          searchable
          clearable
        />
      )}
      {engine?.isRemote && <p className="kr-muted">{texts.audioIsSentTo(engine.label)}</p>}
      {isEdited && <p className="kr-muted">{texts.keepsTheCorrections}</p>}
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        {isEdited && (
          <Button color="red" onClick={() => start(false)}>
            {texts.correctionsDropped}
          </Button>
        )}
        <Button variant="filled" data-autofocus onClick={() => start(true)}>
          {isEdited ? texts.correctionsAreKept : texts.generate}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
