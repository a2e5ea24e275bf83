import { useState, type FormEvent } from 'react'
import { Button, Modal, NativeSelect } from '@mantine/core'
import { translationLanguages, type TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { translation } from './translation.ts'

export type TranslateDialogProps = {
  readonly draftId: string
  /** Null for the captions. */
  readonly tab: { readonly id: string; readonly title: string } | null
}

/** Chooses the language; the translation is made while the person continues to work. */
export function TranslateDialog({ draftId, tab, opened, onClose }: TranslateDialogProps & DialogProps) {
  const [language, setLanguage] = useState<TranslationLanguage>('English')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    translation.start(draftId, { articleId: draftId, textTabId: tab?.id ?? null, language })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={tab === null ? texts.translateCaptions : texts.translateNoteTitle(tab.title)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <NativeSelect
          label={texts.language}
          description={tab === null ? texts.translateCaptionsHelp : texts.translateNoteHelp}
          data-autofocus
          value={language}
          data={[...translationLanguages]}
          onChange={(event) => setLanguage(event.currentTarget.value as TranslationLanguage)}
        />
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled">
            {texts.translate}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
