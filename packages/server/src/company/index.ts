export { companyPolicy } from './company.policy.ts'
export { companyRoutes } from './company.routes.ts'
export { companyAddressAt, createCompanyDomains, type CompanyDomains } from './company-domains.ts'
export {
  createFindMarketingUrl,
  type FindMarketingUrl,
  findCompanyBySlug,
  findCompanyLogo,
  insertMember,
  isBillingColumn,
  isPaidColumn,
  isPaidCompany,
  readCompaniesOf,
} from './company.queries.ts'
export { createCompany, type InitialCompanyState } from './create-company.ts'
export {
  deleteMember,
  findMembership,
  listMemberIds,
  lockCompany,
  setCompanyOwner,
  updateMember,
  type Membership,
} from './member.queries.ts'
export {
  lockCompanySubscription,
  saveIsBillingOn,
  setCompanyCustomer,
  setCompanySubscription,
  type CompanySubscription,
} from './company-subscription.queries.ts'
