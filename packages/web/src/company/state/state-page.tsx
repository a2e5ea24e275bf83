import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { SignOutButton, useMe } from '../../user/index.ts'
import styles from '../company.module.css'
import { otherCompanies } from '../switch/company-list.ts'
import { CompanyLogo } from '../../ui/identity/company-logo.tsx'
import { useSwitchCompany } from '../switch/use-switch-company.ts'
import * as texts from '../texts.ts'

type StatePageProps = {
  pageTitle: string
  title: string
  text: string
  /** The actions available to the person. */
  children?: ReactNode
}

/** A page that explains why the app is unavailable, and what the person can do. */
export function StatePage({ pageTitle, title, text, children }: StatePageProps) {
  usePageTitle(pageTitle)
  return (
    <PageMain>
      <EmptyState drawing="locked" title={title} text={text}>
        <span className={styles.buttons}>
          {children}
          <SignOutButton />
        </span>
        <OtherCompanies />
      </EmptyState>
    </PageMain>
  )
}

/** The links to other companies, on pages that report a closed one. */
function OtherCompanies() {
  const me = useMe()
  const { switchTo, isBusy } = useSwitchCompany()
  const others = me ? otherCompanies(me) : []
  if (others.length === 0) return null
  return (
    <section className={styles.companies} aria-labelledby="other-companies">
      <h2 id="other-companies">{texts.continueInAnotherCompany}</h2>
      <ul>
        {others.map((company) => (
          <li key={company.id}>
            <button type="button" className={styles.company} disabled={isBusy} onClick={() => switchTo(company.id)}>
              <CompanyLogo company={company} />
              <span className="kr-grow kr-trunc">{company.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
