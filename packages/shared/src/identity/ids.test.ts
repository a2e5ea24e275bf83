import { expect, test } from 'vitest'
import { derivedId, isShortId, isUuid, newId, newKey, newShortId } from './ids.ts'

test('a short id has ten characters without look-alikes and at least one digit', () => {
  for (let i = 0; i < 2000; i++) {
    const id = newShortId()
    expect(id).toMatch(/^[23456789abcdefghjkmnpqrstuvwxyz]{10}$/)
    expect(id).toMatch(/\d/)
    expect(isShortId(id)).toBe(true)
  }
})

test('words used in routes are never short ids', () => {
  for (const word of ['workspaces', 'browseview', 'notes', 'edit', 'new']) expect(isShortId(word)).toBe(false)
})

test('ids created later sort later', async () => {
  const first = newId()
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(first < newId()).toBe(true)
  expect(isUuid(first)).toBe(true)
})

test('a key has sixteen characters', () => {
  expect(newKey()).toHaveLength(16)
})

test('a derived id is the same for the same name and differs for another', () => {
  const id = newId()
  expect(derivedId(id, 'ines')).toBe(derivedId(id, 'ines'))
  expect(derivedId(id, 'ines')).not.toBe(derivedId(id, 'jonas'))
  expect(derivedId(id, 'ines')).not.toBe(derivedId(newId(), 'ines'))
  expect(isUuid(derivedId(id, 'ines'))).toBe(true)
})
