import { describe, expect, it } from 'vitest'
import { meAbilities } from './user.queries.ts'

const company = { isActivated: true, isPaid: true, isBilling: true, role: 'user', status: 'active' } as const
const abilitiesIn = (change: Partial<Parameters<typeof meAbilities>[0]['company'] & object>) =>
  meAbilities({ company: { ...company, ...change }, isSuperAdmin: false, isCreationOpen: true })

describe('the abilities in the settings', () => {
  it.each([
    ['owner', { editCompany: true, manageUsers: true, manageGroups: true, seeBilling: true }],
    ['admin', { editCompany: true, manageUsers: true, manageGroups: true, seeBilling: false }],
    ['moderator', { editCompany: false, manageUsers: true, manageGroups: true, seeBilling: false }],
    ['user', { editCompany: false, manageUsers: false, manageGroups: false, seeBilling: false }],
  ] as const)('to the role %s', (role, expected) => {
    expect(abilitiesIn({ role })).toMatchObject(expected)
  })

  it('include billing only if the company has billing and has paid', () => {
    expect(abilitiesIn({ role: 'owner', isBilling: false }).seeBilling).toBe(false)
    expect(abilitiesIn({ role: 'owner', isPaid: false }).seeBilling).toBe(false)
  })

  it.each([{ isActivated: false }, { status: 'deactivated' }] as const)('is nothing of the company in %j', (state) => {
    expect(abilitiesIn({ role: 'owner', ...state })).toEqual({
      createWorkspace: false,
      createArticle: false,
      createCompany: true,
      editCompany: false,
      manageUsers: false,
      manageGroups: false,
      seeBilling: false,
      seeAdmin: false,
      seeAuditLog: false,
    })
  })
})

it('include the admin panel for a super admin, also without a company', () => {
  expect(meAbilities({ company: null, isSuperAdmin: true, isCreationOpen: false })).toMatchObject({
    seeAdmin: true,
    seeAuditLog: false,
    createCompany: true,
    manageUsers: false,
  })
})

it('include no writing in an unpaid company', () => {
  expect(abilitiesIn({ isPaid: false })).toMatchObject({ createWorkspace: false, createArticle: false })
})

it('let only super admins create companies if the installation is configured so', () => {
  expect(meAbilities({ company, isSuperAdmin: false, isCreationOpen: false }).createCompany).toBe(false)
})
