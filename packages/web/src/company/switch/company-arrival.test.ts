import { expect, it } from 'vitest'
import { arrivalAt } from './company-arrival.ts'

it("leads home, on the company's own host if it has one", () => {
  expect(arrivalAt(null, false)).toBe('/')
  expect(arrivalAt('https://acme.knowreel.example/', false)).toBe('https://acme.knowreel.example/')
})

it('marks the URL of home for a company that was just created', () => {
  expect(arrivalAt(null, true)).toBe('/?founded=1')
  expect(arrivalAt('https://acme.knowreel.example/', true)).toBe('https://acme.knowreel.example/?founded=1')
  expect(arrivalAt('http://acme.localhost:3000/login/t/-/c', true)).toBe(
    'http://acme.localhost:3000/login/t/-/c/%2F%3Ffounded%3D1',
  )
})
