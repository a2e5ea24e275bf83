import { Modal } from '@mantine/core'
import type { DialogProps } from '../ui/dialogs.ts'

export function CreateWorkspaceDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create a workspace">
      This is not in this version of Knowreel yet.
    </Modal>
  )
}
