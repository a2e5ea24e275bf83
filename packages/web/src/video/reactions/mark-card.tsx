import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMessage2, IconTrash } from '@tabler/icons-react'
import { useState, type CSSProperties } from 'react'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { wordsOfEmoji } from '@knowreel/shared/comment/emoji-words.ts'
import * as texts from '../texts.ts'
import { beginningOf, labelOf } from './mark-words.ts'
import type { PlacedMark } from './timeline-marks.ts'
import styles from './mark-card.module.css'

type ListProps = {
  marks: readonly PlacedMark[]
  /** Seeks to its moment and opens its comment. */
  onGo: (mark: PlacedMark) => void
  onTakeBack: (reactionId: string) => void
}

type MarkCardProps = ListProps & {
  /** Position of the stack on the line, in px. */
  left: number
  onPointerEnter: () => void
}

/** Beside a pin, above the line. */
export function MarkCard({ left, onPointerEnter, ...list }: MarkCardProps) {
  return (
    <div className={styles.card} style={{ '--left': `${left}px` } as CSSProperties} onPointerEnter={onPointerEnter}>
      <MarkList {...list} />
    </div>
  )
}

type MarkSheetProps = Omit<ListProps, 'marks'> & { marks: readonly PlacedMark[] | null; onClose: () => void }

/** The same list in a bottom sheet, for touch. */
export function MarkSheet({ marks, onClose, ...list }: MarkSheetProps) {
  const [last, setLast] = useState(marks)
  // While the sheet closes, it keeps its last content.
  if (marks !== null && marks !== last) setLast(marks)
  return (
    <Sheet opened={marks !== null} onClose={onClose} label={texts.reactionsAndComments}>
      <MarkList marks={marks ?? last ?? []} {...list} />
    </Sheet>
  )
}

/** Limit of rows; zooming in shows the rest. */
const mostRows = 50

function MarkList({ marks, onGo, onTakeBack }: ListProps) {
  const rest = marks.length - mostRows
  return (
    <ul className={styles.list} aria-label={labelOf(marks)}>
      {marks.slice(0, mostRows).map((mark) => (
        <MarkRow key={mark.id} mark={mark} onGo={onGo} onTakeBack={onTakeBack} />
      ))}
      {rest > 0 && <li className={styles.rest}>{texts.andRestMore(rest)}</li>}
    </ul>
  )
}

type MarkRowProps = Omit<ListProps, 'marks'> & { mark: PlacedMark }

function MarkRow({ mark, onGo, onTakeBack }: MarkRowProps) {
  const { icon, person, comment, reaction, time, createdAt } = mark
  const name = person?.name ?? (icon === null ? texts.unknownAuthor : wordsOfEmoji(icon))
  return (
    <li className={styles.row}>
      <button type="button" className={styles.go} onClick={() => onGo(mark)}>
        <span className={styles.face} aria-hidden>
          {icon ?? (person && <PersonAvatar person={person} isDecorative />) ?? <IconMessage2 />}
        </span>
        <span className={styles.words}>
          <span className={styles.who}>
            <span className="kr-trunc">{name}</span>
            {icon !== null && person && <span className="kr-sr">{wordsOfEmoji(icon)}</span>}
            <span className={styles.when}>
              <RelativeTime time={createdAt} />
            </span>
            <span className={styles.time}>{timeLabel(time)}</span>
          </span>
          {comment && <span className={styles.text}>{beginningOf(comment.content)}</span>}
          {reaction?.isDraft && <span className={styles.draft}>{texts.notPublishedYet}</span>}
        </span>
      </button>
      {reaction?.abilities.delete && (
        <Tooltip label={texts.remove}>
          <ActionIcon
            className={styles.takeBack}
            aria-label={texts.removeIcon(wordsOfEmoji(reaction.icon))}
            onClick={() => onTakeBack(reaction.id)}
          >
            <IconTrash className="kr-icon-16" />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
