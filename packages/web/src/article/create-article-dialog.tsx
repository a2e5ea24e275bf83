import { Modal } from '@mantine/core'
import type { DialogProps } from '../ui/dialogs.ts'
import type { CreateArticleOptions } from './open-create-article.ts'

export function CreateArticleDialog({ opened, onClose }: CreateArticleOptions & DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create an article">
      This is not in this version of Knowreel yet.
    </Modal>
  )
}
