import type { ComponentType } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconBuilding, IconLayoutDashboard, IconListSearch, IconStack2 } from '@tabler/icons-react'
import { jobCountQuery } from './admin.queries.ts'
import type { AdminPageName } from './admin-search.ts'
import { formatCount } from './format-count.ts'
import * as texts from './texts.ts'
import styles from '../ui/page/second-nav.module.css'

const pages: readonly { page: Exclude<AdminPageName, 'company'>; label: string; icon: ComponentType }[] = [
  { page: 'dashboard', label: texts.dashboard, icon: IconLayoutDashboard },
  { page: 'companies', label: texts.companies, icon: IconBuilding },
  { page: 'jobs', label: texts.jobs, icon: IconStack2 },
  { page: 'audit-log', label: texts.auditLog, icon: IconListSearch },
]

export function AdminNav({ open }: { open: string }) {
  const failed = useQuery(jobCountQuery).data?.failed ?? 0
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
            {page === 'jobs' && failed > 0 && (
              <span className={styles.failed}>{texts.failedCount(formatCount(failed))}</span>
            )}
          </Link>
        ))}
      </section>
    </nav>
  )
}
