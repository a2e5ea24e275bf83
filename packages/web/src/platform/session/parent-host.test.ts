import { expect, it } from 'vitest'
import { cookieDomainOf } from './parent-host.ts'

it.each([
  ['knowreel.example', 'acme.knowreel.example', 'knowreel.example'],
  ['knowreel.example:8443', 'knowreel.example', 'knowreel.example'],
  ['knowreel.example', 'evilknowreel.example', null],
  ['knowreel.example', '127.0.0.1', null],
  // Browsers reject cookies for a single-label domain.
  ['localhost:3000', 'acme.localhost', null],
  [null, 'knowreel.example', null],
])('below %s, at %s, the cookie is kept for %s', (parent, hostname, domain) => {
  expect(cookieDomainOf(parent, hostname)).toBe(domain)
})
