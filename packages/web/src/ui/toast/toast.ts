/**
 * One message at a time, bottom left. A new one replaces the old one, because nobody reads several. The store is
 * separate from its view, so that the data layer can show messages without loading any component.
 */
import { Store } from '@tanstack/react-store'
import * as texts from '../texts.ts'

export type ToastKind = 'success' | 'error' | 'warning'

export type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** Milliseconds on screen, not counted while hovered or focused. */
  readonly duration: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

const toastMs = 6000
const warningMs = 4500
const actionMs = 60_000

export const toastStore = new Store<Toast | null>(null)
let lastId = 0

function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toastStore.setState(() => ({ ...toast, id: lastId }))
}

export function showSuccess(text: string): void {
  showToast({ kind: 'success', text, duration: toastMs })
}

export function showError(text: string): void {
  showToast({ kind: 'error', text, duration: toastMs })
}

export function showWarning(text: string): void {
  showToast({ kind: 'warning', text, duration: warningMs })
}

/** For actions with immediate effect that can be undone: `run` undoes the action. */
export function showUndo(text: string, run: () => void, kind: ToastKind = 'success'): void {
  showToast({ kind, text, duration: toastMs, action: { label: texts.undo, run } })
}

/** For an action that became available while the person was doing something else. */
export function showAction(text: string, label: string, run: () => void, kind: ToastKind = 'success'): void {
  showToast({ kind, text, duration: actionMs, action: { label, run } })
}

export function dismissToast(id?: number): void {
  toastStore.setState((toast) => (id === undefined || toast?.id === id ? null : toast))
}
