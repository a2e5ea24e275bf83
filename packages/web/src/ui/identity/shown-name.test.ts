import { expect, it } from 'vitest'
import { shownName } from './shown-name.ts'

it('names are cut at 30 characters', () => {
  expect(shownName('Ines Okafor')).toBe('Ines Okafor')
  expect(shownName('a'.repeat(30))).toBe('a'.repeat(30))
  expect(shownName('Maria-Luisa Fernández de la Cruz y Ortega')).toBe('Maria-Luisa Fernández de la Cr…')
  expect(shownName('Wolfgang Amadeus Theophilus v. Salzburg'), 'without a space at the end').toBe(
    'Wolfgang Amadeus Theophilus v.…',
  )
  expect(shownName('👩‍👩‍👧'.repeat(31))).toBe(`${'👩‍👩‍👧'.repeat(30)}…`)
})
