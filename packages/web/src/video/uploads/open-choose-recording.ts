import { openDialog } from '../../ui/dialogs.ts'
import type { ChosenFile } from './chosen-file.ts'

export function openChooseRecording(onFile: (chosen: ChosenFile) => void): void {
  void openDialog(() => import('./choose-recording-dialog.tsx').then((module) => module.ChooseRecordingDialog), {
    onFile,
  })
}
