import { expect, it } from 'vitest'
import type { CompanyForMember } from '@knowreel/shared/company/company.calls.ts'
import { searchCompanies, accessibleCompanies } from './company-list.ts'

const company = (title: string, status: CompanyForMember['status'] = 'active'): CompanyForMember => ({
  id: title,
  title,
  slug: title,
  domain: null,
  logo: null,
  isActivated: true,
  isPaid: true,
  isBilling: false,
  isAiEnabled: false,
  createdAt: '2026-11-21T15:00:00.000Z',
  role: 'user',
  status,
})

it('companies that have deactivated the person are omitted, the others are sorted by title', () => {
  const listed = accessibleCompanies([company('Öresund'), company('Gone', 'deactivated'), company('Acme')])
  expect(listed.map(({ title }) => title)).toEqual(['Acme', 'Öresund'])
})

it('the search ignores case, accents and repeated spaces', () => {
  const companies = [company('Öresund  Energi'), company('Acme')]
  expect(searchCompanies(companies, ' oresund energi ').map(({ title }) => title)).toEqual(['Öresund  Energi'])
  expect(searchCompanies(companies, '')).toHaveLength(2)
})
