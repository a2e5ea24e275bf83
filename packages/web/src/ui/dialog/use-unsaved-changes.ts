import { useBlocker } from '@tanstack/react-router'
import { confirmAction } from './dialogs.ts'

type UnsavedChanges = {
  isDirty: boolean
  /** What is lost: "The title you typed is not saved." */
  body?: string
  /** Called first; true if nothing is unsaved afterwards, so that nobody is asked about the last half second. */
  save?: () => Promise<boolean>
}

/**
 * Asks before unsaved work is lost: with a dialog inside the app, with the browser's own prompt when the tab is closed.
 */
export function useUnsavedChanges({
  isDirty,
  body = 'Your changes on this page aren’t saved.',
  save,
}: UnsavedChanges): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || (await save?.())) return false
      const isLeaving = await confirmAction({
        title: 'Leave without saving?',
        body,
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        isDangerous: true,
      })
      return !isLeaving
    },
  })
}
