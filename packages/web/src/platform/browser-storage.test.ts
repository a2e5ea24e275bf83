import { afterEach, expect, it, vi } from 'vitest'
import { clearPersonalSettings, readSetting, writeSetting } from './browser-storage.ts'

/** The used subset of a browser's storage: its keys are those of the object itself. */
function storageWith(entries: Record<string, string>): Record<string, unknown> {
  const storage = Object.create({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  }) as Record<string, unknown>
  return Object.assign(storage, entries)
}

afterEach(() => vi.unstubAllGlobals())

it('keeps the order of workspaces, debug and the settings of the browser on log-out', () => {
  const storage = storageWith({
    debug: '1',
    'workspaces-ordering:u1': '[]',
    'knowreel.theme': 'dark',
    'knowreel.nav': 'small',
    'recently-opened': '[]',
    'debug-of-another': 'x',
  })
  vi.stubGlobal('localStorage', storage)
  clearPersonalSettings()
  expect(Object.keys(storage).toSorted()).toEqual(['debug', 'knowreel.nav', 'knowreel.theme', 'workspaces-ordering:u1'])
})

it('forgets the undo history of drafts on log-out', () => {
  const storage = storageWith({ 'knowreel.undo:a': '{}', 'knowreel.sign-in': '{}' })
  vi.stubGlobal('localStorage', storageWith({}))
  vi.stubGlobal('sessionStorage', storage)
  clearPersonalSettings()
  expect(Object.keys(storage)).toEqual(['knowreel.sign-in'])
})

it('works without settings if the browser refuses to store any', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(readSetting('knowreel.nav')).toBeNull()
  expect(() => writeSetting('knowreel.nav', 'small')).not.toThrow()
})
