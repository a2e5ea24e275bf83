import { lazy, Suspense } from 'react'
import { Navigate, useParams } from '@tanstack/react-router'
import { SecondSidebar } from '../ui/page/second-sidebar.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { PageSkeleton } from '../ui/page/skeleton.tsx'
import { AdminNav } from './admin-nav.tsx'
import { adminPages, type AdminPageName } from './admin-search.ts'
import * as texts from './texts.ts'

const pages = {
  dashboard: lazy(() => import('./dashboard/dashboard-page.tsx').then((module) => ({ default: module.DashboardPage }))),
  companies: lazy(() => import('./companies/companies-page.tsx').then((module) => ({ default: module.CompaniesPage }))),
  company: lazy(() => import('./company/company-page.tsx').then((module) => ({ default: module.CompanyPage }))),
  jobs: lazy(() => import('./jobs/jobs-page.tsx').then((module) => ({ default: module.JobsPage }))),
  billing: lazy(() =>
    import('./billing/billing-messages-page.tsx').then((module) => ({ default: module.BillingMessagesPage })),
  ),
  'system-check': lazy(() =>
    import('./system-check/system-check-page.tsx').then((module) => ({ default: module.SystemCheckPage })),
  ),
  'audit-log': lazy(() => import('./admin-audit-page.tsx').then((module) => ({ default: module.AdminAuditPage }))),
}

/** `/admin/{page?}/{id?}`: its list of pages beside the open one. */
export function AdminPage() {
  const { page = 'dashboard', id } = useParams({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const name = adminPages.find((known) => known === page)
  const isComplete = name !== undefined && (name !== 'company' || id !== undefined)
  if (!isComplete) return <Navigate to="/admin/{-$page}/{-$id}" params={{ page: undefined, id: undefined }} replace />
  const Page = pages[name satisfies AdminPageName]
  return (
    <>
      <SecondSidebar label={texts.backOffice} isFixed>
        <AdminNav open={name === 'company' ? 'companies' : name} />
      </SecondSidebar>
      <Suspense
        fallback={
          <PageMain>
            <PageSkeleton />
          </PageMain>
        }
      >
        <Page />
      </Suspense>
    </>
  )
}
