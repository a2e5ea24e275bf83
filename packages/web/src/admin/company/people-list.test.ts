import { expect, it } from 'vitest'
import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { filterPeople, sortPeople, statusOfPerson } from './people-list.ts'

const person = (change: Partial<AdminUser>): AdminUser => ({
  id: change.firstName ?? '',
  _id: '',
  firstName: '',
  lastName: '',
  email: '',
  role: 'user',
  status: 'active',
  groups: [],
  lastTimeLoggedIn: null,
  accepted: true,
  ...change,
})
const people = [
  person({
    firstName: 'Maria Luisa',
    lastName: 'Fernández',
    email: 'mf@halden.io',
    lastTimeLoggedIn: '2026-11-01T00:00:00Z',
  }),
  person({ firstName: 'Aiko', lastName: 'Tanaka', email: 'aiko@halden.io', status: 'invited' }),
]
const namesOf = (list: readonly AdminUser[]) => list.map(({ firstName }) => firstName)

it('finds people ignoring case, accents and spaces', () => {
  expect(namesOf(filterPeople(people, { q: 'marialuisaFERNANDEZ', status: null }))).toEqual(['Maria Luisa'])
  expect(namesOf(filterPeople(people, { q: 'halden.io', status: 'invited' }))).toEqual(['Aiko'])
})

it('sorts by name and by the last sign-in', () => {
  expect(namesOf(sortPeople(people, { column: 'firstName', direction: 'ascending' }))).toEqual(['Aiko', 'Maria Luisa'])
  expect(namesOf(sortPeople(people, { column: 'seen', direction: 'descending' }))).toEqual(['Maria Luisa', 'Aiko'])
})

it('counts a person without a status as active with groups, otherwise as invited', () => {
  expect(statusOfPerson({ groups: ['Support'] })).toBe('active')
  expect(statusOfPerson({ groups: [] })).toBe('invited')
})
