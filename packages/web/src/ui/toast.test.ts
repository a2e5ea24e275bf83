import { beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, showError, showSuccess, showUndo, showWarning, toastStore } from './toast.ts'

beforeEach(() => dismissToast())

it('shows one message at a time, the newest', () => {
  showSuccess('Saved')
  showError('Connection error')
  expect(toastStore.read()).toMatchObject({ kind: 'error', text: 'Connection error' })
})

it('leaves success and errors for 6 s and warnings for 4.5 s', () => {
  showSuccess('Saved')
  expect(toastStore.read()?.duration).toBe(6000)
  showWarning('The invitation could not be mailed')
  expect(toastStore.read()?.duration).toBe(4500)
})

it('takes back what was done when undo is pressed', () => {
  const unarchive = vi.fn()
  showUndo('Article archived', unarchive)
  const action = toastStore.read()?.action
  expect(action?.label).toBe('Undo')
  action?.run()
  expect(unarchive).toHaveBeenCalledOnce()
})

it('does not take away a message that came after', () => {
  showSuccess('First')
  const first = toastStore.read()
  showSuccess('Second')
  dismissToast(first?.id)
  expect(toastStore.read()?.text).toBe('Second')
})
