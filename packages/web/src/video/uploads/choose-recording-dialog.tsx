import { Modal } from '@mantine/core'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { VideoPicker } from '../insert/video-picker.tsx'
import type { ChosenFile } from './chosen-file.ts'
import * as texts from './texts.ts'

type ChooseRecordingDialogProps = DialogProps & { onFile: (chosen: ChosenFile) => void }

/** For an article without a recording. */
export function ChooseRecordingDialog({ opened, onClose, onFile }: ChooseRecordingDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.uploadVideo}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <VideoPicker
        autoFocus
        onFile={(chosen) => {
          onClose()
          onFile(chosen)
        }}
      />
    </Modal>
  )
}
