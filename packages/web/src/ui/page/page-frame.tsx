import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import * as texts from '../texts.ts'
import styles from './page-frame.module.css'

const mainId = 'main'

/** The first thing that the keyboard reaches: leads past navigation. */
export const SkipLink = () => (
  <a href={`#${mainId}`} className={styles.skip}>
    {texts.skipToContent}
  </a>
)

type PageMainProps = {
  children: ReactNode
  /** Paper is for articles alone; everything else lies on the page tone. */ tone?: 'page' | 'paper'
  label?: string
}

/** The part of the frame beside the second sidebar; scrolls independently. */
export function PageMain({ children, tone = 'page', label }: PageMainProps) {
  return (
    <main id={mainId} className={styles.main} data-tone={tone} aria-label={label} tabIndex={-1}>
      {children}
    </main>
  )
}

type PageFrameProps = {
  title: string
  /** Shown beside the title in a muted colour. */
  count?: number
  /** Right of the title; the primary action is the last one. */
  actions?: ReactNode
  /** Search, filters and counts between the title and the list. */
  tools?: ReactNode
  children: ReactNode
}

/** A page with a title: 1144 px wide, 32 px inset. */
export function PageFrame({ title, count, actions, tools, children }: PageFrameProps) {
  usePageTitle(title)
  return (
    <PageMain>
      <div className={styles.page}>
        <header className={styles.head}>
          <h1 className="kr-title">{title}</h1>
          {count !== undefined && <span className={styles.count}>{count}</span>}
          <span className={styles.actions}>{actions}</span>
        </header>
        {tools && <div className={styles.tools}>{tools}</div>}
        {children}
      </div>
    </PageMain>
  )
}
