import { beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, showAction, showError, showSuccess, showUndo, showWarning, toastStore } from './toast.ts'

beforeEach(() => dismissToast())

it('shows one message at a time, the newest', () => {
  showSuccess('Saved')
  showError('Connection error')
  expect(toastStore.state).toMatchObject({ kind: 'error', text: 'Connection error' })
})

it('shows success and errors for 6 s and warnings for 4.5 s', () => {
  showSuccess('Saved')
  expect(toastStore.state?.duration).toBe(6000)
  showWarning('The invitation could not be mailed')
  expect(toastStore.state?.duration).toBe(4500)
})

it('reverts the action when undo is clicked', () => {
  const unarchive = vi.fn()
  showUndo('Article archived', unarchive)
  const action = toastStore.state?.action
  expect(action?.label).toBe('Undo')
  action?.run()
  expect(unarchive).toHaveBeenCalledOnce()
})

it('warns with an action, in the colour of a warning', () => {
  showUndo('This reaction is not permanent', () => undefined, 'warning')
  expect(toastStore.state?.kind).toBe('warning')
  showAction('The text is too long', 'Paste what fits', () => undefined, 'warning')
  expect(toastStore.state?.kind).toBe('warning')
})

it('does not remove a newer message', () => {
  showSuccess('First')
  const first = toastStore.state
  showSuccess('Second')
  dismissToast(first?.id)
  expect(toastStore.state?.text).toBe('Second')
})
