import { expect, test } from 'vitest'
import { truncateLabel, findingKey, normalizeSearchText, findingFromEmail } from './findings.ts'

test('labels are cut at 35 characters, at 23 on mobile', () => {
  const name = 'Maria-Luisa Fernández de la Cruz y Ortega'
  expect(truncateLabel(name, false)).toBe('Maria-Luisa Fernández de la Cruz y…')
  expect(truncateLabel(name, true)).toBe('Maria-Luisa Fernández d…')
  expect(truncateLabel('a'.repeat(35), false)).toBe('a'.repeat(35))
  expect(truncateLabel('a'.repeat(23), true)).toBe('a'.repeat(23))
})

test('searches ignore accents, case and white space', () => {
  expect(normalizeSearchText('José  María')).toBe('josemaria')
  expect(normalizeSearchText(' On-Call \t Engineers ')).toBe('on-callengineers')
})

test('a typed email address can be invited', () => {
  expect(findingFromEmail(' Noor@Example.com ')).toMatchObject({ type: 'invited', email: 'Noor@Example.com' })
  for (const text of ['noor', 'noor@', '@example.com', 'noor@example', 'no or@example.com']) {
    expect(findingFromEmail(text)).toBeNull()
  }
})

test('an invitation is identified by its email address, ignoring case', () => {
  const known = { type: 'invited', id: '7', email: 'noor@example.com' } as const
  expect(findingKey(known)).toBe(findingKey({ type: 'invited', id: 'NOOR@example.com', email: 'NOOR@example.com' }))
})
