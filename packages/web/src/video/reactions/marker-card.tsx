import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessage2, IconTrash } from '@tabler/icons-react'
import { useState, type CSSProperties } from 'react'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { emojiName } from '@knowreel/shared/comment/emoji-names.ts'
import * as texts from '../texts.ts'
import { commentExcerpt, markersLabel } from './marker-labels.ts'
import type { PositionedMarker } from './timeline-markers.ts'
import styles from './marker-card.module.css'

type MarkerListProps = {
  markers: readonly PositionedMarker[]
  /** Seeks to its moment and opens its comment. */
  onSelect: (mark: PositionedMarker) => void
  onRemove: (reactionId: string) => void
}

type MarkerCardProps = MarkerListProps & {
  /** Position of the stack on the line, in px. */
  left: number
  onPointerEnter: () => void
}

/** Beside a pin, above the line. */
export function MarkerCard({ left, onPointerEnter, ...list }: MarkerCardProps) {
  return (
    <div className={styles.card} style={{ '--left': `${left}px` } as CSSProperties} onPointerEnter={onPointerEnter}>
      <MarkerList {...list} />
    </div>
  )
}

type MarkerSheetProps = Omit<MarkerListProps, 'markers'> & {
  markers: readonly PositionedMarker[] | null
  onClose: () => void
}

/** The same list in a bottom sheet, for touch. */
export function MarkerSheet({ markers, onClose, ...list }: MarkerSheetProps) {
  const [last, setLast] = useState(markers)
  // While the sheet closes, it keeps its last content.
  if (markers !== null && markers !== last) setLast(markers)
  return (
    <Sheet opened={markers !== null} onClose={onClose} label={texts.reactionsAndComments}>
      <MarkerList markers={markers ?? last ?? []} {...list} />
    </Sheet>
  )
}

/** Limit of rows; zooming in shows the rest. */
const maxRows = 50

function MarkerList({ markers, onSelect, onRemove }: MarkerListProps) {
  const rest = markers.length - maxRows
  return (
    <ul className={styles.list} aria-label={markersLabel(markers)}>
      {markers.slice(0, maxRows).map((mark) => (
        <MarkerRow key={mark.id} marker={mark} onSelect={onSelect} onRemove={onRemove} />
      ))}
      {rest > 0 && <li className={styles.rest}>{texts.andRestMore(rest)}</li>}
    </ul>
  )
}

type MarkerRowProps = Omit<MarkerListProps, 'markers'> & { marker: PositionedMarker }

function MarkerRow({ marker, onSelect, onRemove }: MarkerRowProps) {
  const { icon, person, comment, reaction, time, createdAt } = marker
  const name = person?.name ?? (icon === null ? texts.unknownAuthor : emojiName(icon))
  return (
    <li className={styles.row}>
      <button type="button" className={styles.go} onClick={() => onSelect(marker)}>
        <span className={styles.face} aria-hidden>
          {icon ?? (person && <PersonAvatar person={person} isDecorative />) ?? <IconMessage2 />}
        </span>
        <span className={styles.words}>
          <span className={styles.who}>
            <span className="kr-trunc">{name}</span>
            {icon !== null && person && <span className="kr-sr">{emojiName(icon)}</span>}
            <span className={styles.when}>
              <RelativeTime time={createdAt} />
            </span>
            <span className={styles.time}>{timeLabel(time)}</span>
          </span>
          {comment && <span className="kr-excerpt">{commentExcerpt(comment.content)}</span>}
          {reaction?.isDraft && <span className={styles.draft}>{texts.notPublishedYet}</span>}
        </span>
      </button>
      {reaction?.abilities.delete && (
        <Tooltip label={texts.remove}>
          <ActionIcon
            className={styles.takeBack}
            aria-label={texts.removeIcon(emojiName(reaction.icon))}
            onClick={() => onRemove(reaction.id)}
          >
            <IconTrash className="kr-icon-16" />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
