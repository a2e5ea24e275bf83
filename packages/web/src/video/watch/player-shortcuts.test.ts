import { expect, test } from 'vitest'
import { namedKeys, physicalKeys } from '../player/player.rules.ts'
import { playerShortcuts } from './player-shortcuts.ts'

const rows = playerShortcuts.flatMap((group) => group.rows)

test('the list of shortcuts has every key of the player once', () => {
  const shown = rows.flatMap(({ keys }) => keys).filter((key) => !['0', '–', '9'].includes(key))
  expect(shown).toHaveLength(Object.keys(namedKeys).length + Object.keys(physicalKeys).length)
  expect(new Set(shown).size).toBe(shown.length)
})

test('a row shows the keys of its commands', () => {
  const keysOf = (label: string) => rows.find((row) => row.label === label)?.keys
  expect(keysOf('Play and pause')).toEqual(['Space', 'K'])
  expect(keysOf('Beginning, end')).toEqual(['Home', 'End'])
  expect(rows.filter(({ keys }) => keys.length === 0)).toEqual([])
})
