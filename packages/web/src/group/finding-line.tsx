import type { ReactNode } from 'react'
import { IconMail, IconUsers } from '@tabler/icons-react'
import { PersonAvatar } from '../ui/identity/person-avatar.tsx'
import { shownName } from '../ui/identity/shown-name.ts'
import { useNarrow, usePhone } from '../ui/use-breakpoints.ts'
import { truncateLabel, memberCountText, type FinderResult } from './findings.ts'
import * as texts from './texts.ts'
import styles from './finder.module.css'

type FindingLineProps = {
  finding: FinderResult
  /** In the finder a name is cut as its chip will be. */
  isTruncated?: boolean
  /** Beside the name, such as an "Invited" badge. */
  badge?: ReactNode
  /** Replaces the email address or the number of people. */
  detail?: ReactNode
}

/** Photo, name and email of a person, a group or an invited address. */
export function FindingLine({ finding, isTruncated = false, badge, detail }: FindingLineProps) {
  const isMobile = useNarrow()
  const isPhone = usePhone()
  const { type, name, email, members } = finding
  const summary =
    type === 'group' ? memberCountText(members ?? 0) : type === 'invited' && name === email ? texts.invite : email
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
            {isTruncated ? truncateLabel(name, isMobile) : type === 'user' ? shownName(name) : name}
          </span>
          {!isPhone && badge}
        </span>
        {/* On phones a badge beside the name would leave no room for the name. */}
        <span className={`${styles.fact} kr-trunc`}>{(isPhone && badge) || (detail ?? summary)}</span>
      </span>
    </span>
  )
}
