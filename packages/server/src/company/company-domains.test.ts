import { describe, expect, test } from 'vitest'
import { createCompanyDomains } from './company-domains.ts'

describe('with own hosts', () => {
  const domains = createCompanyDomains({ publicUrl: 'https://knowreel.example', hasCompanyDomains: true })

  test('a company is served below the host of the installation', () => {
    expect(domains.domainOf('acme')).toBe('acme.knowreel.example')
    expect(domains.addressOf('acme')).toBe('https://acme.knowreel.example')
  })

  test('a non-default port is part of the domain', () => {
    const local = createCompanyDomains({ publicUrl: 'http://localhost:3000', hasCompanyDomains: true })
    expect(local.domainOf('acme')).toBe('acme.localhost:3000')
    expect(local.slugOf('acme.localhost:3000')).toBe('acme')
  })

  test.each([
    ['acme.knowreel.example', 'acme'],
    ['ACME.Knowreel.Example:443', 'acme'],
    ['acme.knowreel.example.', 'acme'],
    ['a.b.knowreel.example', 'a.b'],
    ['knowreel.example', null],
    ['www.knowreel.example', null],
    ['api.knowreel.example', null],
    ['evilknowreel.example', null],
    ['acme.knowreel.example.evil.example', null],
    ['127.0.0.1:3000', null],
    [undefined, null],
  ])('the host %s names %s', (host, slug) => {
    expect(domains.slugOf(host)).toBe(slug)
  })
})

test.each([
  { publicUrl: 'https://knowreel.example', hasCompanyDomains: false },
  { publicUrl: null, hasCompanyDomains: true },
])('without them no host names a company: %j', (options) => {
  const domains = createCompanyDomains(options)
  expect([domains.domainOf('acme'), domains.addressOf('acme'), domains.parentHost]).toEqual([null, null, null])
  expect(domains.slugOf('acme.knowreel.example')).toBeNull()
})
