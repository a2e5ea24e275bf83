import { describe, expect, test } from 'vitest'
import { companyRoles, type CompanyRole, type CompanyUserStatus } from './company.calls.ts'
import { companyUserAbilities, mayManageUsers, mayRemoveUsers, invitableRoles } from './company-user.rules.ts'

const manager = (role: CompanyRole) => ({ userId: 'me', role })
const member = (role: CompanyRole, status: CompanyUserStatus = 'active') => ({ userId: 'them', role, status })
const nothing = { setStatus: false, remove: false, roles: [] }
const upToModerator = ['user', 'moderator']
const upToAdmin = ['user', 'moderator', 'admin']

test('owner, admins and moderators manage people; only owner and admins remove them', () => {
  expect(companyRoles.filter((role) => mayManageUsers(role))).toEqual(['moderator', 'admin', 'owner'])
  expect(companyRoles.filter((role) => mayRemoveUsers(role))).toEqual(['admin', 'owner'])
})

test('nobody gives a new person a role above their own, and nobody gives ownership', () => {
  expect(companyRoles.map((role) => invitableRoles(role))).toEqual([[], upToModerator, upToAdmin, upToAdmin])
})

describe('abilities by role of actor and target', () => {
  const table: [CompanyRole, CompanyRole, ReturnType<typeof companyUserAbilities>][] = [
    ['user', 'user', nothing],
    ['user', 'moderator', nothing],
    ['user', 'admin', nothing],
    ['user', 'owner', nothing],
    ['moderator', 'user', { setStatus: true, remove: false, roles: ['user', 'moderator'] }],
    ['moderator', 'moderator', { setStatus: true, remove: false, roles: ['user', 'moderator'] }],
    ['moderator', 'admin', nothing],
    ['moderator', 'owner', nothing],
    ['admin', 'user', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin'] }],
    ['admin', 'moderator', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin'] }],
    ['admin', 'admin', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin'] }],
    ['admin', 'owner', nothing],
    ['owner', 'user', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin', 'owner'] }],
    ['owner', 'moderator', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin', 'owner'] }],
    ['owner', 'admin', { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin', 'owner'] }],
  ]
  test.each(table)('%s to %s', (mine, theirs, expected) => {
    expect(companyUserAbilities(manager(mine), member(theirs))).toEqual(expected)
  })
})

test.each(companyRoles)('%s cannot act on themselves', (role) => {
  expect(companyUserAbilities(manager(role), { userId: 'me', role, status: 'active' })).toEqual(nothing)
})

test('a deactivated person cannot become the owner', () => {
  expect(companyUserAbilities(manager('owner'), member('admin', 'deactivated')).roles).toEqual(upToAdmin)
})
