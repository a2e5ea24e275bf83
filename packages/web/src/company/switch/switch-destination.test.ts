import { expect, it } from 'vitest'
import { switchDestination } from './switch-destination.ts'

it("leads home, on the company's own host if it has one", () => {
  expect(switchDestination(null, false)).toBe('/')
  expect(switchDestination('https://acme.knowreel.example/', false)).toBe('https://acme.knowreel.example/')
})

it('marks the URL of home for a company that was just created', () => {
  expect(switchDestination(null, true)).toBe('/?founded=1')
  expect(switchDestination('https://acme.knowreel.example/', true)).toBe('https://acme.knowreel.example/?founded=1')
  expect(switchDestination('http://acme.localhost:3000/login/t/-/c', true)).toBe(
    'http://acme.localhost:3000/login/t/-/c/%2F%3Ffounded%3D1',
  )
})
