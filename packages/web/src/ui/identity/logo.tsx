import { createContext, use, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import * as texts from '../texts.ts'
import styles from './logo.module.css'

/** The website that the logo opens instead of the home page; null: none. */
export const LogoTarget = createContext<string | null>(null)

type LogoProps = {
  isMarkOnly?: boolean
  /** Lifts the brand text off the sign-in pages. */
  hasShadow?: boolean
}

export function Logo({ isMarkOnly = false, hasShadow = false }: LogoProps) {
  return (
    <LogoLink>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden>
        <rect width="24" height="24" rx="6.5" fill="var(--accent)" />
        <rect x="6.2" y="5.5" width="3" height="13" rx="1.5" fill="#fff" />
        <path
          d="M18.2 7.9v8.2c0 .95-1.05 1.5-1.83.97l-5.9-4.1a1.18 1.18 0 0 1 0-1.94l5.9-4.1c.78-.53 1.83.02 1.83.97z"
          fill="#fff"
        />
      </svg>
      {!isMarkOnly && <span className={hasShadow ? styles.shadow : undefined}>{texts.knowreel}</span>}
    </LogoLink>
  )
}

function LogoLink({ children }: { children: ReactNode }) {
  const website = use(LogoTarget)
  return website === null ? (
    <Link to="/" className={styles.logo} aria-label={texts.knowreelHome}>
      {children}
    </Link>
  ) : (
    <a href={website} target="_blank" rel="noreferrer" className={styles.logo} aria-label={texts.knowreelWebsite}>
      {children}
    </a>
  )
}
