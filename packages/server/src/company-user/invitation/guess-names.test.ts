import { expect, test } from 'vitest'
import { guessNames } from './invite-person.ts'

test.each([
  ['jonas.lindqvist@halden.example', 'Jonas', 'Lindqvist'],
  ['maria-luisa_fernandez.vega+work@halden.example', 'Maria', 'Luisa Fernandez Vega'],
  ['aiko@halden.example', 'Aiko', ''],
  ['..@halden.example', '', ''],
])('the names in %s are guessed', (email, firstName, lastName) => {
  expect(guessNames(email)).toEqual({ firstName, lastName })
})
