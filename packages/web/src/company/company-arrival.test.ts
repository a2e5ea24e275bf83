import { expect, it } from 'vitest'
import { arrivalAt } from './company-arrival.ts'

it('leads home, where the company has one at its own host', () => {
  expect(arrivalAt(null, false)).toBe('/')
  expect(arrivalAt('https://acme.knowreel.example/', false)).toBe('https://acme.knowreel.example/')
})

it('tells home that the company was founded', () => {
  expect(arrivalAt(null, true)).toBe('/?founded=1')
  expect(arrivalAt('https://acme.knowreel.example/', true)).toBe('https://acme.knowreel.example/?founded=1')
  expect(arrivalAt('http://acme.localhost:3000/login/t/-/c', true)).toBe(
    'http://acme.localhost:3000/login/t/-/c/%2F%3Ffounded%3D1',
  )
})
