import type { ComponentType } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  IconBuilding,
  IconCreditCard,
  IconDeviceHeartMonitor,
  IconLayoutDashboard,
  IconListSearch,
  IconStack2,
} from '@tabler/icons-react'
import { jobCountQuery, systemCheckQuery } from './admin.queries.ts'
import type { AdminPageName } from './admin-search.ts'
import { formatCount } from './format-count.ts'
import * as texts from './texts.ts'
import styles from '../ui/page/second-nav.module.css'

const pages: readonly { page: Exclude<AdminPageName, 'company'>; label: string; icon: ComponentType }[] = [
  { page: 'dashboard', label: texts.dashboard, icon: IconLayoutDashboard },
  { page: 'companies', label: texts.companies, icon: IconBuilding },
  { page: 'jobs', label: texts.jobs, icon: IconStack2 },
  { page: 'billing', label: texts.billing, icon: IconCreditCard },
  { page: 'audit-log', label: texts.auditLog, icon: IconListSearch },
  { page: 'system-check', label: texts.systemCheck, icon: IconDeviceHeartMonitor },
]

export function AdminNav({ open }: { open: string }) {
  const failedJobs = useQuery(jobCountQuery).data?.failed ?? 0
  // Known once the page was opened: other pages of the back office do not wait for it.
  const checks = useQuery({ ...systemCheckQuery, enabled: false }).data?.checks ?? []
  const failed: Partial<Record<AdminPageName, number>> = {
    jobs: failedJobs,
    'system-check': checks.filter(({ state }) => state === 'failure').length,
  }
  return (
    <nav className={styles.nav} aria-label={texts.backOffice}>
      <section className={styles.section}>
        <h2 className={styles.title}>{texts.backOffice}</h2>
        {pages.map(({ page, label, icon: Icon }) => (
          <Link
            key={page}
            to="/admin/{-$page}/{-$id}"
            params={{ page: page === 'dashboard' ? undefined : page, id: undefined }}
            className={styles.item}
            aria-current={page === open ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <Icon />
            <span className="kr-grow kr-trunc">{label}</span>
            {(failed[page] ?? 0) > 0 && (
              <span className={styles.failed}>{texts.failedCount(formatCount(failed[page] ?? 0))}</span>
            )}
          </Link>
        ))}
      </section>
    </nav>
  )
}
