export { companyRoutes, type CompanySessions } from './company.routes.ts'
export { createCompanyDomains, noCompanyDomains, type CompanyDomains } from './company-domains.ts'
export { findCompanyBySlug, insertMember, isPaidColumn, readCompaniesOf, type CompanyView } from './company.queries.ts'
export { createCompany } from './create-company.ts'
export {
  deleteMember,
  findMembership,
  lockCompany,
  setCompanyOwner,
  updateMember,
  type Membership,
} from './member.queries.ts'
