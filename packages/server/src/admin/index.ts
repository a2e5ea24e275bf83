export { adminRoutes } from './admin.routes.ts'
export { recordInstallationDays } from './record-installation-days.job.ts'
export { removeCompanyJob } from './remove-company.job.ts'
