import { useBlocker } from '@tanstack/react-router'
import * as texts from '../texts.ts'
import { confirmLoss, useLeaveCheck } from './leaving.ts'

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
  const { isDirty } = changes
  useLeaveCheck(isDirty, () => confirmLossOf(changes))
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmLossOf(changes)),
  })
}

async function confirmLossOf({ body = texts.yourChangesOnThisPage, save, onStay }: UnsavedChanges): Promise<boolean> {
  if (await save?.()) return true
  const isLeaving = await confirmLoss(body, texts.leaveWithoutSaving)
  if (!isLeaving) onStay?.()
  return isLeaving
}
