import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { SignOutButton } from '../../user/index.ts'
import { OtherCompanies } from './other-companies.tsx'
import styles from '../company.module.css'

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
