import { expect, it } from 'vitest'
import { colourOfId, initialsOf } from './person-colour.ts'

it('maps an id to the same one of six colours every time', () => {
  const colours = Array.from({ length: 200 }, (_, index) => colourOfId(`person-${index}`))
  expect(new Set(colours)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(colourOfId('person-7')).toBe(colours[7])
})

it.each([
  ['Ines Okafor', 'IO'],
  ['maria-luisa fernández de la cruz', 'MC'],
  ['Prince', 'P'],
  ['  ', '?'],
  ['👩‍💻 Ада', '👩А'],
])('shortens %j to %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
