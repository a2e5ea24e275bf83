import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toastStore } from '../../ui/toast/toast.ts'
import { creationStore, hideCreation, trackCreation } from './company-creation.ts'

const company = { id: 'c7', title: 'Nordlys', slug: 'nordlys', domain: 'nordlys.example.org' }
const other = { ...company, id: 'c8', title: 'Halden', slug: 'halden', domain: 'halden.example.org' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  hideCreation()
  dismissToast()
})

it('says in the dialog that a host does not answer, after the last attempt', async () => {
  const done = trackCreation(company, async () => false)
  expect(creationStore.read()).toMatchObject({ company, state: 'checking', attempt: 1 })
  await vi.runAllTimersAsync()
  await done
  expect(creationStore.read()).toMatchObject({ company, state: 'late' })
  expect(toastStore.state).toBeNull()
})

it('says in a message that a host does not answer, if the dialog was closed in the meantime', async () => {
  const done = trackCreation(company, async () => false)
  hideCreation()
  await vi.runAllTimersAsync()
  await done
  expect(toastStore.state).toMatchObject({
    kind: 'warning',
    text: 'Nordlys does not answer yet',
    action: { label: 'Open it now' },
  })
  expect(creationStore.read()).toBeNull()
})

it('says in a message that a company is ready, if the dialog was closed in the meantime', async () => {
  let isUp = false
  const done = trackCreation(company, async () => isUp)
  hideCreation()
  await vi.advanceTimersByTimeAsync(5000)
  expect(toastStore.state).toBeNull()
  isUp = true
  await vi.runAllTimersAsync()
  await done
  expect(toastStore.state).toMatchObject({ text: 'Nordlys is ready', action: { label: 'Switch' } })
})

it('shows the next company while an earlier one is still checked', async () => {
  const first = trackCreation(company, async () => false)
  hideCreation()
  const second = trackCreation(other, async () => false)
  await vi.advanceTimersByTimeAsync(6000)
  expect(creationStore.read()).toMatchObject({ company: other, attempt: 2 })
  await vi.runAllTimersAsync()
  await Promise.all([first, second])
  expect(creationStore.read()).toMatchObject({ company: other, state: 'late' })
})
