import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { PageSkeleton } from '../../ui/page/skeleton.tsx'
import { showError } from '../../ui/toast/toast.ts'
import frame from '../../ui/page/page-frame.module.css'
import tabStyles from '../../ui/tabs.module.css'
import { companyQuery } from '../admin.queries.ts'
import { useCompanyActions } from '../companies/company-actions.ts'
import { CompanyStatus } from '../companies/companies-page.tsx'
import * as texts from '../texts.ts'
import { CompanyBilling } from './company-billing.tsx'
import { CompanyGeneral } from './company-general.tsx'
import { CompanyUsers } from './company-users.tsx'
import styles from '../admin.module.css'

const toCompanies = { to: '/admin/{-$page}/{-$id}', params: { page: 'companies', id: undefined } } as const

const sections = [
  { section: undefined, label: texts.generalInfo },
  { section: 'users', label: texts.usersSection },
  { section: 'billing', label: texts.billingSection },
] as const

export function CompanyPage() {
  const { id = '' } = useParams({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const { section } = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate()
  const actions = useCompanyActions()
  const query = useQuery(companyQuery(id))
  const company = query.data
  useEffect(() => {
    if (!(query.error instanceof ApiError) || query.error.status !== 404) return
    showError(query.error.message)
    void navigate({ ...toCompanies, replace: true })
  }, [query.error, navigate])
  usePageTitle(company?.title ?? texts.company)

  if (company === undefined)
    return (
      <PageMain>
        {query.isError ? (
          <LoadError
            text={texts.theCompanyCouldNotBe}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <PageSkeleton />
        )}
      </PageMain>
    )

  return (
    <div className={styles.companyPage}>
      <PageMain>
        <div className={frame.page}>
          <header className={frame.head}>
            <h1 className="kr-title">{company.title}</h1>
            <CompanyStatus company={company} />
            {company.domain !== null && (
              <a href={`${location.protocol}//${company.domain}`} target="_blank" rel="noreferrer">
                {company.domain}
              </a>
            )}
            <span className={frame.actions}>
              <Button leftSection={<IconLogin2 />} onClick={() => void actions.logIn(company)}>
                {texts.login}
              </Button>
            </span>
          </header>
          <nav aria-label={texts.companySections} className={`${tabStyles.tabs} ${styles.tabs}`}>
            {sections.map(({ section: name, label }) => (
              <Link
                key={label}
                to="/admin/{-$page}/{-$id}"
                params={{ page: 'company', id }}
                search={name === undefined ? {} : { section: name }}
                className={tabStyles.tab}
                activeOptions={{ exact: true }}
                aria-current={section === name ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          {section === 'users' ? (
            <CompanyUsers companyId={id} />
          ) : section === 'billing' ? (
            <CompanyBilling companyId={id} />
          ) : (
            <CompanyGeneral company={company} />
          )}
        </div>
      </PageMain>
      <footer className={styles.foot}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft />}
          renderRoot={(props) => <Link {...toCompanies} {...props} />}
        >
          {texts.backToAllCompanies}
        </Button>
        <Button onClick={() => actions.toggleStatus(company)}>
          {company.isActivated ? texts.deactivateCompany : texts.activateCompany}
        </Button>
        <Button color="red" onClick={() => actions.remove(company, () => void navigate(toCompanies))}>
          {texts.deleteCompany}
        </Button>
      </footer>
    </div>
  )
}
