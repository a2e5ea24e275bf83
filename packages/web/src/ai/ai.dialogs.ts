import { openDialog } from '../ui/dialog/dialogs.ts'
import type { ImageDialogProps } from './image/image-dialog.tsx'
import type { SmartNotesDialogProps } from './notes/smart-notes-dialog.tsx'
import type { TranslateDialogProps } from './translate/translate-dialog.tsx'

export const openAiImageDialog = (props: ImageDialogProps): void =>
  void openDialog(() => import('./image/image-dialog.tsx').then((module) => module.ImageDialog), props)

export const openSmartNotesDialog = (props: SmartNotesDialogProps): void =>
  void openDialog(() => import('./notes/smart-notes-dialog.tsx').then((module) => module.SmartNotesDialog), props)

export const openTranslateDialog = (props: TranslateDialogProps): void =>
  void openDialog(() => import('./translate/translate-dialog.tsx').then((module) => module.TranslateDialog), props)
