import { useBlocker } from '@tanstack/react-router'
import { confirmAction } from './dialogs.ts'

type UnsavedChanges = {
  isDirty: boolean
  /** What is lost: "The title you typed is not saved." */
  body?: string
  /** Tried first; true when nothing is unsaved any more, so that nobody is asked about the last half second. */
  save?: () => Promise<boolean>
}

/** Asks before unsaved work is left behind: inside the app by a dialog, on closing the tab by the browser's own question. */
export function useUnsavedChanges({
  isDirty,
  body = 'What you changed on this page is not saved.',
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
