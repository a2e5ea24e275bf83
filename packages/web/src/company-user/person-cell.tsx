import type { ReactNode } from 'react'
import { PersonAvatar } from '../ui/person-avatar.tsx'
import { shownName } from '../ui/shown-name.ts'
import * as texts from './texts.ts'
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
    <div className={styles.cell}>
      <PersonAvatar person={person} size={32} isDecorative />
      <div className={styles.words}>
        <span className={styles.name} title={person.name}>
          {shownName(person.name)}
          {isYou && <span className="kr-muted">{texts.you}</span>}
        </span>
        {email !== person.name && (
          <span className={styles.email} title={email}>
            {email}
          </span>
        )}
        <span className={styles.facts}>{details}</span>
      </div>
    </div>
  )
}

export type UserStatus = 'active' | 'deactivated' | 'invited' | 'expired'

const statusLabels: Record<UserStatus, string> = {
  active: texts.active,
  deactivated: texts.deactivated,
  invited: texts.invited,
  expired: texts.expired,
}

export function StatusBadge({ status }: { status: UserStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {statusLabels[status]}
    </span>
  )
}
