import { expect, test } from 'vitest'
import { addAddresses, isList, splitAddresses } from './addresses.ts'

test.each([
  ['noor@halden.example, mara@halden.example', ['noor@halden.example', 'mara@halden.example']],
  ['noor@halden.example;mara@halden.example\n\n omar@halden.example ', 3],
  ['"Lund, Sara" <sara@halden.example>; Jonas Lindqvist <jonas@halden.example>', 2],
  ['noor@halden.example\tnobody', ['noor@halden.example', 'nobody']],
  [' ,; ', []],
] as const)('%j is a list of addresses', (text, expected) => {
  expect(isList(text)).toBe(true)
  const found = splitAddresses(text)
  if (typeof expected === 'number') expect(found.filter((address) => address.includes('@'))).toHaveLength(expected)
  else expect(found).toEqual(expected)
})

test('people copied from an email program lose their names', () => {
  expect(splitAddresses('Jonas Lindqvist <jonas@halden.example>\nAiko <aiko@halden.example>')).toEqual([
    'jonas@halden.example',
    'aiko@halden.example',
  ])
})

test('an address is kept once, in its first spelling', () => {
  expect(addAddresses(['Noor@halden.example'], ['noor@HALDEN.example', 'mara@halden.example'])).toEqual([
    'Noor@halden.example',
    'mara@halden.example',
  ])
})
