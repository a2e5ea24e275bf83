import { useSyncExternalStore } from 'react'
import { closeDialog, dialogStore } from './dialogs.ts'

export function DialogHost() {
  const dialogs = useSyncExternalStore(dialogStore.subscribe, dialogStore.read)
  return dialogs.map(({ id, isOpened, render: Dialog, props }) => (
    <Dialog key={id} {...props} opened={isOpened} onClose={() => closeDialog(id)} />
  ))
}
