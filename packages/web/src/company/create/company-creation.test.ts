import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toastStore } from '../../ui/toast/toast.ts'
import { trackCreation, type CompanyCreation } from './company-creation.ts'

const company = { id: 'c7', title: 'Nordlys', slug: 'nordlys', domain: 'nordlys.example.org' }

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

let isOpen: boolean
let shown: CompanyCreation | null
const dialog = { isOpen: () => isOpen, show: (creation: CompanyCreation) => void (shown = creation) }
const close = () => {
  isOpen = false
}

beforeEach(() => {
  isOpen = true
  shown = null
  vi.useFakeTimers()
  domain.mockReset().mockResolvedValue({ isReady: false })
})
afterEach(() => {
  vi.useRealTimers()
  dismissToast()
})

it('says in the dialog that a host does not answer, after the last attempt', async () => {
  const done = trackCreation(company, dialog)
  expect(shown).toMatchObject({ company, state: 'checking', attempt: 1 })
  await vi.runAllTimersAsync()
  await done
  expect(domain).toHaveBeenCalledTimes(20)
  expect(shown).toMatchObject({ company, state: 'late' })
  expect(toastStore.state).toBeNull()
})

it('says in a message that a host does not answer, if the dialog was closed in the meantime', async () => {
  const done = trackCreation(company, dialog)
  close()
  await vi.runAllTimersAsync()
  await done
  expect(toastStore.state).toMatchObject({
    kind: 'warning',
    text: 'Nordlys does not answer yet',
    action: { label: 'Open it now' },
  })
})

it('says in a message that a company is ready, if the dialog was closed in the meantime', async () => {
  const done = trackCreation(company, dialog)
  close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(toastStore.state).toBeNull()
  domain.mockResolvedValue({ isReady: true })
  await vi.runAllTimersAsync()
  await done
  expect(toastStore.state).toMatchObject({ text: 'Nordlys is ready', action: { label: 'Switch' } })
})
