import { expect, test } from 'vitest'
import { keepMode, keptModeFor } from './kept-mode.ts'

const both = { pinnedNote: null, duration: 60_000, isHasText: true, textTabs: [{ id: 'one' }] }

test('the chosen mode applies to the other articles of its workspace that have it', () => {
  expect(keptModeFor('a', both)).toBeNull()
  keepMode('a', 'notes')
  expect(keptModeFor('a', both)).toBe('notes')
  expect(keptModeFor('a', { ...both, isHasText: false }), 'nothing to read').toBeNull()
  expect(keptModeFor('b', both), 'another workspace').toBeNull()
  keepMode('a', 'video')
  expect(keptModeFor('a', { ...both, pinnedNote: 'one' })).toBe('video')
  expect(keptModeFor('a', { ...both, duration: 0 }), 'nothing to watch').toBeNull()
  expect(keptModeFor('a', both), 'it opens on its video by itself').toBeNull()
})
