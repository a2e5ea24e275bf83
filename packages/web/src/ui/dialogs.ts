/**
 * Dialogs that any code can open. The component is loaded when the dialog is asked for, so that neither the page nor the
 * shell carries it; DialogHost shows it. A feature publishes a plain function, for example
 * `openCreateWorkspace = () => openDialog(() => import('./create-workspace-dialog.tsx').then((m) => m.CreateWorkspaceDialog), {})`.
 */
import type { ComponentType } from 'react'
import type { Confirmation, DialogProps } from './dialog-props.ts'
import { showError } from './toast.ts'

export type { Confirmation, DialogProps } from './dialog-props.ts'

export type OpenDialog = {
  readonly id: number
  readonly isOpened: boolean
  readonly render: ComponentType<DialogProps>
  readonly props: object
}

/** Long enough for a dialog to fade out before it is taken away. */
const leaveMs = 250

let dialogs: readonly OpenDialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** False when the code of the dialog could not be loaded, which is said in a message. */
export async function openDialog<Props extends object>(
  load: () => Promise<ComponentType<Props & DialogProps>>,
  props: NoInfer<Props>,
): Promise<boolean> {
  const component = await load().catch(() => null)
  if (!component) {
    showError('Connection error')
    return false
  }
  lastId += 1
  // The host hands `props` back to the component they were checked against, so its own props may be forgotten here.
  const render = component as unknown as ComponentType<DialogProps>
  change([...dialogs, { id: lastId, isOpened: true, render, props }])
  return true
}

export function closeDialog(id: number): void {
  change(dialogs.map((dialog) => (dialog.id === id ? { ...dialog, isOpened: false } : dialog)))
  setTimeout(() => change(dialogs.filter((dialog) => dialog.id !== id)), leaveMs)
}

export const dialogStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly OpenDialog[] => dialogs,
}

const loadConfirmDialog = () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog)

/** For pages that must be able to ask when the network is gone. What does not arrive is asked for again when needed. */
export const prepareConfirmation = (): void => void loadConfirmDialog().catch(() => undefined)

/** Asks once, for what cannot be undone. False when cancelled or closed. */
export function confirmAction(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    void openDialog(loadConfirmDialog, { ...confirmation, onAnswer: resolve }).then(
      (isOpened) => isOpened || resolve(false),
    )
  })
}
