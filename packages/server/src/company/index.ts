export { companyRoutes } from './company.routes.ts'
export { createCompanyDomains, type CompanyDomains } from './company-domains.ts'
export { findCompanyBySlug, insertMember, isPaidColumn, readCompaniesOf } from './company.queries.ts'
export { createCompany } from './create-company.ts'
export {
  deleteMember,
  findMembership,
  lockCompany,
  setCompanyOwner,
  updateMember,
  type Membership,
} from './member.queries.ts'
