import { useState } from 'react'
import { Modal } from '@mantine/core'
import { fileLimits, fileMessages } from '@knowreel/shared/file/file.rules.ts'
import type { DialogProps } from '../../../ui/dialog/dialog-props.ts'
import * as texts from '../texts.ts'
import { DropArea } from './drop-area.tsx'
import type { FileDialogProps } from './file-dialog-props.ts'

export function FileDialog({ onFiles, opened, onClose }: FileDialogProps & DialogProps) {
  const [error, setError] = useState<string | null>(null)
  const acceptFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    if (files.some(({ size }) => size > fileLimits.attachmentBytes)) return setError(fileMessages.attachmentTooLarge)
    onClose()
    onFiles(files)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={texts.insertAFile} closeButtonProps={{ 'aria-label': texts.close }}>
      <DropArea
        text={texts.dropFilesHereUpTo}
        chooseLabel={texts.chooseFiles}
        isMultiple
        error={error}
        onFiles={acceptFiles}
      />
    </Modal>
  )
}
