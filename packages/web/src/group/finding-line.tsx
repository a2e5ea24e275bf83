import type { ReactNode } from 'react'
import { IconMail, IconUsers } from '@tabler/icons-react'
import { PersonAvatar } from '../ui/person-avatar.tsx'
import { useNarrow, usePhone } from '../ui/use-narrow.ts'
import { cutLabel, membersText, type Finding } from './findings.ts'
import styles from './finder.module.css'

type FindingLineProps = {
  finding: Finding
  /** In the finder a name is as long as its chip will show it. */
  isCut?: boolean
  /** Beside the name, such as a mark "Invited". */
  mark?: ReactNode
  /** In place of the address or the number of people. */
  fact?: ReactNode
}

/** Face, name and address of a person, a group or an invited address. */
export function FindingLine({ finding, isCut = false, mark, fact }: FindingLineProps) {
  const isMobile = useNarrow()
  const isPhone = usePhone()
  const { type, name, email, members } = finding
  const told = type === 'group' ? membersText(members ?? 0) : type === 'invited' && name === email ? 'Invite' : email
  return (
    <span className={styles.line}>
      {type === 'user' ? (
        <PersonAvatar person={finding} size={32} isDecorative />
      ) : (
        <span className={styles.face} data-group={type === 'group' || undefined} aria-hidden>
          {type === 'group' ? <IconUsers /> : <IconMail />}
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <span className="kr-trunc" title={name}>
            {isCut ? cutLabel(name, isMobile) : name}
          </span>
          {!isPhone && mark}
        </span>
        {/* Beside the name a mark would leave no room for it. */}
        <span className={`${styles.fact} kr-trunc`}>{(isPhone && mark) || (fact ?? told)}</span>
      </span>
    </span>
  )
}
