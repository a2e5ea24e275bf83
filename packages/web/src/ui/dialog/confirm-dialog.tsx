import { Button, Modal } from '@mantine/core'
import * as texts from '../texts.ts'
import { DialogFooter } from './dialog-footer.tsx'
import type { Confirmation, DialogProps } from './dialog-props.ts'

type ConfirmDialogProps = Confirmation & DialogProps & { onAnswer: (isConfirmed: boolean) => void }

export function ConfirmDialog({
  title,
  body,
  confirmLabel,
  cancelLabel = texts.cancel,
  isDangerous = false,
  onAnswer,
  opened,
  onClose,
}: ConfirmDialogProps) {
  const answer = (isConfirmed: boolean) => {
    onClose()
    onAnswer(isConfirmed)
  }
  return (
    <Modal opened={opened} onClose={() => answer(false)} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <p className="kr-muted">{body}</p>
      <DialogFooter>
        {/* Cancel has the focus, so that a stray Enter deletes nothing. */}
        <Button data-autofocus={isDangerous || undefined} onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        <Button
          data-autofocus={!isDangerous || undefined}
          variant="filled"
          color={isDangerous ? 'red' : undefined}
          onClick={() => answer(true)}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
