import { openDialog } from '../ui/dialog/dialogs.ts'
import type { SavedNote } from './save-template-dialog.tsx'
import type { TemplatePickerProps } from './template-picker.tsx'

export const openTemplatePicker = (props: TemplatePickerProps) =>
  void openDialog(() => import('./template-picker.tsx').then((module) => module.TemplatePicker), props)

export const openSaveTemplate = (props: SavedNote) =>
  void openDialog(() => import('./save-template-dialog.tsx').then((module) => module.SaveTemplateDialog), props)
