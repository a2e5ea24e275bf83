import { expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'

it('accepts complete URLs unchanged', () => {
  expect(linkAddress(' https://halden.io/a?b=c#d ')).toBe('https://halden.io/a?b=c#d')
  expect(linkAddress('mailto:ines@halden.io')).toBe('mailto:ines@halden.io')
  expect(linkAddress('/b/abc')).toBe('/b/abc')
  expect(linkAddress('#part')).toBe('#part')
})

it('completes partial URLs', () => {
  expect(linkAddress('halden.io/docs')).toBe('https://halden.io/docs')
  expect(linkAddress('localhost:3000/x')).toBe('https://localhost:3000/x')
  expect(linkAddress('ines@halden.io')).toBe('mailto:ines@halden.io')
})

it.each(['', '   ', 'javascript:alert(1)', 'data:text/html,x', 'two words'])('refuses %j', (typed) => {
  expect(linkAddress(typed)).toBeNull()
})
