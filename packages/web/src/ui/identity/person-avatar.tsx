import { useState } from 'react'
import { IconUser } from '@tabler/icons-react'
import { colourOfId, initialsOf } from './person-colour.ts'
import { shownName } from './shown-name.ts'
import styles from './marks.module.css'

type PersonAvatarProps = {
  person: { id: string; name: string; profileImage?: string | null }
  /** Diameter in px. */
  size?: 20 | 24 | 32 | 40 | 96
  /** Colour is reserved for people who are present; lists and tables use neutral avatars. */
  isNeutral?: boolean
  /** Set if the name is beside the avatar, so that it is not read twice. */
  isDecorative?: boolean
}

export function PersonAvatar({ person, size = 24, isNeutral = false, isDecorative = false }: PersonAvatarProps) {
  const [isBroken, setBroken] = useState(false)
  const source = isBroken ? null : person.profileImage
  const label = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': person.name }
  return (
    <span
      {...label}
      className={styles.avatar}
      data-size={size}
      data-colour={isNeutral ? undefined : colourOfId(person.id)}
      title={isDecorative ? undefined : person.name}
    >
      {source ? <img src={source} alt="" onError={() => setBroken(true)} /> : initialsOf(person.name)}
    </span>
  )
}

/** In place of a person whom nobody knows any more. */
export const NobodyAvatar = ({ size = 24 }: { size?: 24 | 32 }) => (
  <span className={styles.avatar} data-size={size} aria-hidden>
    <IconUser className={size === 24 ? 'kr-icon-14' : 'kr-icon-16'} />
  </span>
)

/** A person in a table. */
export function PersonCell({ person }: Pick<PersonAvatarProps, 'person'>) {
  return (
    <span className="kr-row">
      <PersonAvatar person={person} size={20} isNeutral isDecorative />
      <span className="kr-trunc" title={person.name}>
        {shownName(person.name)}
      </span>
    </span>
  )
}

type AvatarStackProps = {
  people: readonly PersonAvatarProps['person'][]
  /** Total number, if not all of them are known here. */
  total?: number
  limit?: number
  size?: 20 | 24
}

/** Overlapping avatars and the number of further people. */
export function AvatarStack({ people, total = people.length, limit = 5, size = 24 }: AvatarStackProps) {
  const rest = total - Math.min(people.length, limit)
  return (
    <span className={styles.stack}>
      {people.slice(0, limit).map((person) => (
        <PersonAvatar key={person.id} person={person} size={size} />
      ))}
      {rest > 0 && (
        <span className={styles.avatar} data-size={size}>
          +{rest}
        </span>
      )}
    </span>
  )
}
