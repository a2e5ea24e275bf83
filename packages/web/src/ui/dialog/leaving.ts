/**
 * Asks before the page is left while that would lose work: with a dialog by `confirmLeaving`, with the browser's own
 * prompt when the tab is closed.
 */
import { useEffect, useRef } from 'react'
import * as texts from '../texts.ts'
import { confirmAction } from './dialogs.ts'

type LeaveCheck = {
  isNeeded: () => boolean
  /** True if the page may be left. */
  confirm: () => Promise<boolean>
}

const checks = new Set<LeaveCheck>()
let isPromptOff = false

/** Returns a function that removes the check. */
export function addLeaveCheck(isNeeded: LeaveCheck['isNeeded'], confirm: LeaveCheck['confirm']): () => void {
  const check = { isNeeded, confirm }
  const warn = (event: BeforeUnloadEvent): void => {
    if (!isPromptOff && isNeeded()) event.preventDefault()
  }
  checks.add(check)
  addEventListener('beforeunload', warn)
  return () => {
    checks.delete(check)
    removeEventListener('beforeunload', warn)
  }
}

/** False if someone stays to keep their work. Call it while the session can still save. */
export async function confirmLeaving(): Promise<boolean> {
  for (const check of checks) if (check.isNeeded() && !(await check.confirm())) return false
  return true
}

/** The answer was given to `confirmLeaving`: the browser does not ask again. */
export function turnPromptOff(): void {
  isPromptOff = true
}

export function useLeaveCheck(isNeeded: boolean, confirm: LeaveCheck['confirm']): void {
  const latest = useRef(confirm)
  useEffect(() => {
    latest.current = confirm
  })
  useEffect(() => {
    if (!isNeeded) return
    return addLeaveCheck(
      () => true,
      () => latest.current(),
    )
  }, [isNeeded])
}

/** For work that other pages of the app continue, and that is lost with the app. `body` says what is lost. */
export const useLeaveWarning = (isNeeded: boolean, body: string): void =>
  useLeaveCheck(isNeeded, () => confirmLoss(body))

export const confirmLoss = (body: string, title = texts.leaveThisPage): Promise<boolean> =>
  confirmAction({ title, body, confirmLabel: texts.leave, cancelLabel: texts.stay, isDangerous: true })
