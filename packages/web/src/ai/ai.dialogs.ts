import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ImageDialogProps } from './image/image-dialog.tsx'

export const openAiImageDialog = (props: ImageDialogProps): void =>
  void openDialog(() => import('./image/image-dialog.tsx').then((module) => module.ImageDialog), props)
