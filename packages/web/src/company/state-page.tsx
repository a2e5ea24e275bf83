import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SignOutButton } from '../user/index.ts'
import { OtherCompanies } from './other-companies.tsx'
import styles from './company.module.css'

type StatePageProps = {
  pageTitle: string
  title: string
  text: string
  /** What the person can do about it. */
  children?: ReactNode
}

/** A page that says why there is nothing to go on with, and what one can do. */
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
