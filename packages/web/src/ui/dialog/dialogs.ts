/**
 * Dialogs that any code can open. The component is loaded when the dialog is opened, so that neither the page nor the
 * shell includes it; DialogHost renders it. A feature exports a plain function, for example `openCreateWorkspace = ()
 * => openDialog(() => import('./create-workspace-dialog.tsx').then((m) => m.CreateWorkspaceDialog), {})`.
 */
import type { ComponentType } from 'react'
import { Store } from '@tanstack/react-store'
import * as texts from '../texts.ts'
import type { Confirmation, DialogProps } from './dialog-props.ts'
import { showError } from '../toast/toast.ts'

export type { Confirmation, DialogProps } from './dialog-props.ts'

export type OpenDialog = {
  readonly id: number
  readonly isOpened: boolean
  readonly render: ComponentType<DialogProps>
  readonly props: object
}

/** Longer than the fade-out of a dialog, which is unmounted afterwards. */
const unmountDelayMs = 250

export const dialogStore = new Store<readonly OpenDialog[]>([])
let lastId = 0
/** Counts the hosts that were unmounted. */
let endedHosts = 0

/** False if the dialog's code could not be loaded, which a message reports, or arrives after its host is gone. */
export async function openDialog<Props extends object>(
  load: () => Promise<ComponentType<Props & DialogProps>>,
  props: NoInfer<Props>,
): Promise<boolean> {
  const endedBefore = endedHosts
  const component = await load().catch(() => null)
  if (endedHosts !== endedBefore) return false
  if (!component) {
    showError(texts.connectionError)
    return false
  }
  lastId += 1
  // The host passes `props` back to the component they were checked against, so their type can be widened here.
  const render = component as unknown as ComponentType<DialogProps>
  dialogStore.setState((dialogs) => [...dialogs, { id: lastId, isOpened: true, render, props }])
  return true
}

/** Removes all dialogs immediately, also those that are still loading: their host is unmounted. */
export function dropDialogs(): void {
  endedHosts += 1
  dialogStore.setState(() => [])
}

export function closeDialog(id: number): void {
  dialogStore.setState((dialogs) =>
    dialogs.map((dialog) => (dialog.id === id ? { ...dialog, isOpened: false } : dialog)),
  )
  setTimeout(() => dialogStore.setState((dialogs) => dialogs.filter((dialog) => dialog.id !== id)), unmountDelayMs)
}

const loadConfirmDialog = () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog)

/**
 * Preloads the dialog for pages that must ask for confirmation offline. A failed load is repeated when it is needed.
 */
export const preloadConfirmDialog = (): void => void loadConfirmDialog().catch(() => undefined)

/** Asks for confirmation of what cannot be undone. False if cancelled or closed. */
export function confirmAction(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    void openDialog(loadConfirmDialog, { ...confirmation, onAnswer: resolve }).then(
      (isOpened) => isOpened || resolve(false),
    )
  })
}
