import { expect, test } from 'vitest'
import { stepHints } from './step-hints.ts'
import { hintAddress } from './hint-address.ts'

test('the address of a step has neither query nor fragment nor credentials', () => {
  expect(hintAddress('https://me:secret@console.example.org/sites/DK?token=abc#key=1')).toBe(
    'https://console.example.org/sites/DK',
  )
  for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'about:blank', 'no address'])
    expect(hintAddress(address)).toBe('')
})

test('steps with a query, a value or an unknown kind are refused', () => {
  const step = { at: 10, kind: 'click', title: 'Save', url: 'https://a.example/b' }
  expect(stepHints.safeParse([step]).success).toBe(true)
  for (const change of [{ url: 'https://a.example/b?c=d' }, { value: 'typed' }, { kind: 'key' }, { at: -1 }])
    expect(stepHints.safeParse([{ ...step, ...change }]).success).toBe(false)
})
