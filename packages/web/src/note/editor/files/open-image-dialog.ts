import { openDialog } from '../../../ui/dialog/dialogs.ts'
import type { ImageDialogProps } from './file-dialog-props.ts'

export const openImageDialog = (props: ImageDialogProps) =>
  openDialog(() => import('./image-dialog.tsx').then((module) => module.ImageDialog), props)
