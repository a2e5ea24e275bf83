/**
 * One message at a time, bottom left. A new one takes the place of the old one: several at once are read by nobody.
 * The store is apart from its view so that the data layer can speak without loading any component.
 */
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

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  current = { ...toast, id: lastId }
  for (const listener of listeners) listener()
}

export function showSuccess(text: string): void {
  show({ kind: 'success', text, duration: toastMs })
}

export function showError(text: string): void {
  show({ kind: 'error', text, duration: toastMs })
}

export function showWarning(text: string): void {
  show({ kind: 'warning', text, duration: warningMs })
}

/** For what was done at once and can be taken back: `run` takes it back. */
export function showUndo(text: string, run: () => void): void {
  show({ kind: 'success', text, duration: toastMs, action: { label: 'Undo', run } })
}

/** For what has become possible while the person was at something else. */
export function showAction(text: string, label: string, run: () => void): void {
  show({ kind: 'success', text, duration: actionMs, action: { label, run } })
}

export function dismissToast(id?: number): void {
  if (!current || (id !== undefined && current.id !== id)) return
  current = null
  for (const listener of listeners) listener()
}

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): Toast | null => current,
}
