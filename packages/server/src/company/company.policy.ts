import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { rule, type Rule } from '../access/index.ts'
import { findCompanyOf, type CompanyAccess } from './company.queries.ts'

const loadCompany: Rule<CompanyAccess>['load'] = async (db, actor, id) =>
  actor === null ? null : findCompanyOf(db, actor.userId, id)

export const companyPolicy = {
  // Any company in which the person is active, whatever the state of the session's company.
  'company.view': rule({ load: loadCompany, isBeyondCompany: true, may: () => true }),
  'company.edit': rule({ load: loadCompany, may: (_actor, { role }) => role === 'owner' || role === 'admin' }),
} as const satisfies Partial<Record<Permission, Rule<CompanyAccess>>>
