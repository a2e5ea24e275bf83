import { expect, it } from 'vitest'
import { normalizeLinkUrl } from './link-url.ts'

it('accepts complete URLs unchanged', () => {
  expect(normalizeLinkUrl(' https://halden.io/a?b=c#d ')).toBe('https://halden.io/a?b=c#d')
  expect(normalizeLinkUrl('mailto:ines@halden.io')).toBe('mailto:ines@halden.io')
  expect(normalizeLinkUrl('/b/abc')).toBe('/b/abc')
  expect(normalizeLinkUrl('#part')).toBe('#part')
})

it('completes partial URLs', () => {
  expect(normalizeLinkUrl('halden.io/docs')).toBe('https://halden.io/docs')
  expect(normalizeLinkUrl('localhost:3000/x')).toBe('https://localhost:3000/x')
  expect(normalizeLinkUrl('ines@halden.io')).toBe('mailto:ines@halden.io')
})

it.each(['', '   ', 'javascript:alert(1)', 'data:text/html,x', 'two words'])('refuses %j', (typed) => {
  expect(normalizeLinkUrl(typed)).toBeNull()
})
