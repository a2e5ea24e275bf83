import { useSyncExternalStore } from 'react'
import { closeDialog, dialogStore, type OpenDialog } from './dialogs.ts'
import { useOpening } from './use-opening.ts'

export function DialogHost() {
  const dialogs = useSyncExternalStore(dialogStore.subscribe, dialogStore.read)
  return dialogs.map((dialog) => <HostedDialog key={dialog.id} dialog={dialog} />)
}

function HostedDialog({ dialog: { id, isOpened, render: Dialog, props } }: { dialog: OpenDialog }) {
  return <Dialog {...props} opened={useOpening(isOpened)} onClose={() => closeDialog(id)} />
}
