import { expect, test } from 'vitest'
import { rememberMode, rememberedMode } from './remembered-mode.ts'

const both = { pinnedNote: null, duration: 60_000, isHasText: true, textTabs: [{ id: 'one' }] }

test('the chosen mode applies to the other articles of its workspace that have it', () => {
  expect(rememberedMode('a', both)).toBeNull()
  rememberMode('a', 'notes')
  expect(rememberedMode('a', both)).toBe('notes')
  expect(rememberedMode('a', { ...both, isHasText: false }), 'nothing to read').toBeNull()
  expect(rememberedMode('b', both), 'another workspace').toBeNull()
  rememberMode('a', 'video')
  expect(rememberedMode('a', { ...both, pinnedNote: 'one' })).toBe('video')
  expect(rememberedMode('a', { ...both, duration: 0 }), 'nothing to watch').toBeNull()
  expect(rememberedMode('a', both), 'it opens on its video by default').toBeNull()
})
