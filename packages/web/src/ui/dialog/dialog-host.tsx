import { useSelector } from '@tanstack/react-store'
import { closeDialog, dialogStore, type OpenDialog } from './dialogs.ts'
import { useOpenedAfterMount } from './use-opened-after-mount.ts'

export function DialogHost() {
  const dialogs = useSelector(dialogStore)
  return dialogs.map((dialog) => <HostedDialog key={dialog.id} dialog={dialog} />)
}

function HostedDialog({ dialog: { id, isOpened, render: Dialog, props } }: { dialog: OpenDialog }) {
  return <Dialog {...props} opened={useOpenedAfterMount(isOpened)} onClose={() => closeDialog(id)} />
}
