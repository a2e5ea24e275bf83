import { useState } from 'react'
import { WorkspaceAvatar } from './workspace-avatar.tsx'
import styles from './company-logo.module.css'

type CompanyLogoProps = { company: { id: string; title: string; logo: string | null }; size?: 20 | 24 | 32 }

/** The logo of a company, or its first letter; hidden from screen readers, because the title is always beside it. */
export function CompanyLogo({ company, size = 24 }: CompanyLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (company.logo === null || company.logo === broken)
    return <WorkspaceAvatar id={company.id} title={company.title} size={size} />
  return (
    <img className={styles.logo} data-size={size} src={company.logo} alt="" onError={() => setBroken(company.logo)} />
  )
}
