import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import { describe, expect, it } from 'vitest'
import { filterPeople, sortUsers } from './user-list.ts'
import { readUserListSearch } from './user-list-search.ts'

const user = (firstName: string, lastName: string, change: Partial<CompanyUser> = {}): CompanyUser => ({
  id: `${firstName} ${lastName}`,
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
  email: `${firstName}.${lastName}@halden.example`.toLowerCase(),
  profileImage: null,
  jobTitle: null,
  isDeactivated: false,
  role: 'user',
  status: 'active',
  groups: [],
  lastTimeLoggedIn: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  abilities: { setStatus: false, remove: false, roles: [] },
  ...change,
})

const jonas = user('Jonas', 'Lindqvist', { role: 'admin', lastTimeLoggedIn: '2026-11-20T10:00:00.000Z' })
const zoe = user('Zoë', 'de la Cruz', { role: 'owner', lastTimeLoggedIn: '2026-11-21T10:00:00.000Z' })
const aiko = user('Aiko', 'Tanaka')
const all = [jonas, zoe, aiko]

describe('the search', () => {
  it.each([
    ['jonas', [jonas]],
    ['JONASLIND', [jonas]],
    ['  jonas   lind ', [jonas]],
    ['zoe', [zoe]],
    ['delacruz', [zoe]],
    ['aiko.tanaka@', [aiko]],
    ['', all],
    ['nobody', []],
  ])('%j ignores case and whitespace', (q, found) => {
    expect(filterPeople(all, { q })).toEqual(found)
  })

  it('combines with the role', () => {
    expect(filterPeople(all, { role: 'admin' })).toEqual([jonas])
    expect(filterPeople(all, { role: 'admin', q: 'zoe' })).toEqual([])
  })
})

describe('the order', () => {
  const names = (users: CompanyUser[]) => users.map(({ firstName }) => firstName)
  it('is by name by default, and by any column', () => {
    expect(names(sortUsers(all, { column: 'name', direction: 'ascending' }))).toEqual(['Aiko', 'Jonas', 'Zoë'])
    expect(names(sortUsers(all, { column: 'name', direction: 'descending' }))).toEqual(['Zoë', 'Jonas', 'Aiko'])
    expect(names(sortUsers(all, { column: 'role', direction: 'ascending' }))).toEqual(['Zoë', 'Jonas', 'Aiko'])
    expect(names(sortUsers(all, { column: 'seen', direction: 'descending' }))).toEqual(['Zoë', 'Jonas', 'Aiko'])
  })
})

it('the URL is validated and stays clean', () => {
  expect(readUserListSearch({ list: 'active', role: 'king', sort: 'name', page: 1 })).toEqual({})
  expect(readUserListSearch({ list: 'invited', q: 2026, role: 'admin', sort: '-seen', page: '3' })).toEqual({
    list: 'invited',
    q: '2026',
    role: 'admin',
    sort: '-seen',
    page: 3,
  })
})
