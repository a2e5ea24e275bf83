import { useState } from 'react'
import { WorkspaceMark } from '../ui/workspace-mark.tsx'
import styles from './company-mark.module.css'

type CompanyMarkProps = { company: { id: string; title: string; logo: string | null }; size?: 20 | 24 | 32 }

/** The logo of a company, or its first letter; hidden from screen readers, because the title is always beside it. */
export function CompanyMark({ company, size = 24 }: CompanyMarkProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (company.logo === null || company.logo === broken)
    return <WorkspaceMark id={company.id} title={company.title} size={size} />
  return (
    <img className={styles.logo} data-size={size} src={company.logo} alt="" onError={() => setBroken(company.logo)} />
  )
}
