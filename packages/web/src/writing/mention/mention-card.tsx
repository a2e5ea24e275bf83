import { useEffect, useState } from 'react'
import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMail } from '@tabler/icons-react'
import { readToken } from '../../platform/session/session-token.ts'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import * as texts from '../texts.ts'
import type { MentionInText } from './mention-in-text.ts'
import { mentionedPersonQuery } from './people.query.ts'
import styles from './mention-card.module.css'

type MentionCardProps = { mention: MentionInText; onClose: () => void }

/** Profile card of a mentioned person: avatar, name, job title and email address. Guests see only the name. */
export function MentionCard({ mention, onClose }: MentionCardProps) {
  const { id, label, element } = mention
  const [isSignedIn] = useState(() => readToken() !== null)
  const { data: person, isFetching, isError } = useQuery({ ...mentionedPersonQuery(id), enabled: isSignedIn })
  useEffect(() => {
    // Logged to explain why a card is empty.
    // oxlint-disable-next-line no-console
    if (person === null) console.info('Mention details can not be shown: user not found')
  }, [person])
  const { left, top, width, height } = element.getBoundingClientRect()
  const close = () => {
    onClose()
    const back = element.closest<HTMLElement>('[contenteditable=true]') ?? element
    back.focus({ preventScroll: true })
  }
  const name = person?.name ?? label
  const isAway = person?.isDeactivated === true

  return (
    <Popover
      opened
      position="bottom-start"
      offset={6}
      width={320}
      trapFocus
      // Otherwise the card is removed before its own Escape handler runs, and the focus is lost.
      closeOnEscape={false}
      onDismiss={onClose}
      withRoles={false}
    >
      <Popover.Target>
        <span className={styles.anchor} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={name}
        className={styles.card}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <div className={styles.head} tabIndex={-1} data-autofocus>
          <PersonAvatar person={{ id, name, profileImage: person?.profileImage ?? null }} size={40} isDecorative />
          <div className={styles.words}>
            <strong>{name}</strong>
            {person?.jobTitle && <span>{person.jobTitle}</span>}
          </div>
        </div>
        {isAway && <Chip>{texts.deactivated}</Chip>}
        {/* Nobody reads email sent to someone who has left. */}
        {!isAway && person?.email && (
          <a className={styles.mail} href={`mailto:${person.email}`}>
            <IconMail className="kr-icon-16" />
            <span>{person.email}</span>
          </a>
        )}
        <p className="kr-sr" role="status">
          {isFetching ? texts.loading : ''}
        </p>
        {(person === null || isError) && <p className={styles.fact}>{texts.noDetailsAvailable}</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
