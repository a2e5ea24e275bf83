import { expect, it } from 'vitest'
import { validateLogo } from './compress-logo.ts'

it.each([
  ['image/png', 1_000_000, null],
  ['image/jpeg', 1, null],
  ['image/png', 1_000_001, 'File size should be less than 1MB'],
  ['image/svg+xml', 10, 'Not allowed file format'],
  ['', 10, 'Not allowed file format'],
])('a file of type %j and %d bytes: %j', (type, size, refusal) => {
  expect(validateLogo({ type, size })).toBe(refusal)
})
