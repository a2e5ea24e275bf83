import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toastStore } from '../../ui/toast/toast.ts'
import { creationStore, trackCreation } from './company-creation.ts'

const company = { id: 'c7', title: 'Nordlys', slug: 'nordlys', domain: 'nordlys.example.org' }
const other = { ...company, id: 'c8', title: 'Halden', slug: 'halden', domain: 'halden.example.org' }

// Test files share the modules of their worker: this one reloads them with its mock, and the next one without.
const domain = vi.hoisted(() => {
  vi.resetModules()
  return vi.fn()
})
vi.mock('../../platform/api/api.ts', () => ({ api: { company: { domain } } }))
afterAll(() => {
  vi.doUnmock('../../platform/api/api.ts')
  vi.resetModules()
})

let closeDialog: () => void
const openDialog = () => {
  closeDialog = creationStore.subscribe(() => undefined)
}

beforeEach(() => {
  openDialog()
  vi.useFakeTimers()
  domain.mockReset().mockResolvedValue({ isReady: false })
})
afterEach(() => {
  vi.useRealTimers()
  closeDialog()
  dismissToast()
})

it('says in the dialog that a host does not answer, after the last attempt', async () => {
  const done = trackCreation(company)
  expect(creationStore.read()).toMatchObject({ company, state: 'checking', attempt: 1 })
  await vi.runAllTimersAsync()
  await done
  expect(creationStore.read()).toMatchObject({ company, state: 'late' })
  expect(toastStore.state).toBeNull()
})

it('says in a message that a host does not answer, if the dialog was closed in the meantime', async () => {
  const done = trackCreation(company)
  closeDialog()
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
  const done = trackCreation(company)
  closeDialog()
  await vi.advanceTimersByTimeAsync(5000)
  expect(toastStore.state).toBeNull()
  domain.mockResolvedValue({ isReady: true })
  await vi.runAllTimersAsync()
  await done
  expect(toastStore.state).toMatchObject({ text: 'Nordlys is ready', action: { label: 'Switch' } })
})

it('shows the next company while an earlier one is still checked', async () => {
  const first = trackCreation(company)
  closeDialog()
  openDialog()
  const second = trackCreation(other)
  await vi.advanceTimersByTimeAsync(6000)
  expect(creationStore.read()).toMatchObject({ company: other, attempt: 2 })
  await vi.runAllTimersAsync()
  await Promise.all([first, second])
  expect(creationStore.read()).toMatchObject({ company: other, state: 'late' })
})
