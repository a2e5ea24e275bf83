import { expect, it } from 'vitest'
import { companySlugFromHost } from './host-company.ts'

it.each([
  ['acme.knowreel.example', 'knowreel.example', 'acme'],
  ['acme.localhost:3000', 'localhost:3000', 'acme'],
  ['www.knowreel.example', 'knowreel.example', null],
  ['knowreel.example', 'knowreel.example', null],
  ['acme.knowreel.example', null, null],
])('%s below %s is the host of %s', (host, parent, slug) => {
  expect(companySlugFromHost(host, parent)).toBe(slug)
})
