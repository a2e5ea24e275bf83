import { useBlocker } from '@tanstack/react-router'
import * as texts from '../texts.ts'
import { confirmAction } from './dialogs.ts'

type UnsavedChanges = {
  isDirty: boolean
  /** The loss: "The title you typed is not saved." */
  body?: string
  /** Called first; true if nothing is unsaved afterwards, so that nobody is asked about the last half second. */
  save?: () => Promise<boolean>
  /** The page is not left after all. */
  onStay?: () => void
}

/**
 * Asks before unsaved work is lost: with a dialog inside the app, with the browser's own prompt when the tab is closed.
 */
export function useUnsavedChanges(changes: UnsavedChanges): void {
  const { isDirty, body = texts.yourChangesOnThisPage, save, onStay } = changes
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || (await save?.())) return false
      const isLeaving = await confirmAction({
        title: texts.leaveWithoutSaving,
        body,
        confirmLabel: texts.leave,
        cancelLabel: texts.stay,
        isDangerous: true,
      })
      if (!isLeaving) onStay?.()
      return !isLeaving
    },
  })
}
