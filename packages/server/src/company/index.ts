export { companyRoutes } from './company.routes.ts'
export { isPaidColumn, listCompaniesOf } from './company.queries.ts'
export { createCompany } from './create-company.ts'
