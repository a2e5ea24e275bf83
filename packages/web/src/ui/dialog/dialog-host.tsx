import { useLayoutEffect } from 'react'
import { useSelector } from '@tanstack/react-store'
import { closeDialog, dialogStore, dropDialogs, type OpenDialog } from './dialogs.ts'
import { useOpenedAfterMount } from './use-opened-after-mount.ts'

export function DialogHost() {
  const dialogs = useSelector(dialogStore)
  useLayoutEffect(() => dropDialogs, [])
  return dialogs.map((dialog) => <HostedDialog key={dialog.id} dialog={dialog} />)
}

function HostedDialog({ dialog: { id, isOpened, render: Dialog, props } }: { dialog: OpenDialog }) {
  return <Dialog {...props} opened={useOpenedAfterMount(isOpened)} onClose={() => closeDialog(id)} />
}
