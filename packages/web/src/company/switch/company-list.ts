import type { CompanyForMember } from '@knowreel/shared/company/company.calls.ts'
import type { Session } from '../../user/index.ts'

/** The companies that the person can open: those that have deactivated them are omitted. By title. */
export function accessibleCompanies(companies: readonly CompanyForMember[]): CompanyForMember[] {
  return companies
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => a.title.localeCompare(b.title) || a.id.localeCompare(b.id))
}

/** Ignores case and accents. */
export function searchCompanies(companies: readonly CompanyForMember[], words: string): CompanyForMember[] {
  const wanted = normalizeTitle(words)
  return companies.filter(({ title }) => normalizeTitle(title).includes(wanted))
}

export const otherCompanies = ({ user, companies }: Session): CompanyForMember[] =>
  accessibleCompanies(companies).filter(({ id }) => id !== user.company?.id)

const normalizeTitle = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase()
