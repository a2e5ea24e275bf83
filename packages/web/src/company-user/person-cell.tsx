import type { ReactNode } from 'react'
import { PersonAvatar } from '../ui/identity/person-avatar.tsx'
import { shownName } from '../ui/identity/shown-name.ts'
import * as texts from './texts.ts'
import cells from '../ui/list/subject-cell.module.css'
import styles from './users-page.module.css'

type PersonCellProps = {
  person: { id: string; name: string; profileImage?: string | null }
  email: string
  isYou?: boolean
  /** Shown where there is no room for the columns. */
  details: ReactNode
}

export function PersonCell({ person, email, isYou = false, details }: PersonCellProps) {
  return (
    <div className={`${cells.cell} ${styles.cell}`}>
      <PersonAvatar person={person} size={32} isDecorative />
      <div className={cells.words}>
        <span className={styles.name} title={person.name}>
          {shownName(person.name)}
          {isYou && <span className="kr-muted">{texts.you}</span>}
        </span>
        {email !== person.name && (
          <span className={cells.detail} title={email}>
            {email}
          </span>
        )}
        <span className={cells.facts}>{details}</span>
      </div>
    </div>
  )
}

export type UserStatus = 'active' | 'deactivated' | 'invited' | 'refused' | 'expired'

export const statusLabels: Record<UserStatus, string> = {
  active: texts.active,
  deactivated: texts.deactivated,
  invited: texts.invited,
  refused: texts.emailRefused,
  expired: texts.expired,
}

export function StatusBadge({ status }: { status: UserStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {statusLabels[status]}
    </span>
  )
}
