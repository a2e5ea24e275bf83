import { memo, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { IconChevronDown, IconDots, IconGripVertical } from '@tabler/icons-react'
import { Chip } from '../../ui/chip.tsx'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import type { DropPlan, ParagraphRow } from './paragraph-rows.ts'
import { ParagraphTitleField } from './paragraph-title-field.tsx'
import { useDraggableRow } from './use-paragraph-drag.ts'
import styles from './paragraphs.module.css'

/** The same object for all rows as long as the tree exists, so that a change of one row renders no other. */
export type RowHandlers = {
  readonly onFold: (id: string, isFolded: boolean) => void
  readonly onRename: (id: string | null) => void
  readonly onSaveTitle: (id: string, title: string) => void
  readonly onRenameEnd: (id: string, byKey: boolean) => void
  readonly onMenu: (id: string, box: DOMRect) => void
}

type ParagraphRowProps = {
  row: ParagraphRow
  handlers: RowHandlers
  /** It is playing, or the playing paragraph is folded under it. */
  isCurrent: boolean
  isSelected: boolean
  /** The one row in the tab order. */
  isTabStop: boolean
  isRenaming: boolean
  isDragged: boolean
  isMenuOpen: boolean
  plan: DropPlan | null
  /** The field for its tags, while it is open. */
  tagField: ReactNode
}

export const ParagraphRowView = memo(function ParagraphRowView(props: ParagraphRowProps) {
  const { row, handlers, isCurrent, isSelected, isTabStop, isRenaming, isDragged, isMenuOpen, plan, tagField } = props
  const { id, paragraph, level, isFolded } = row
  const { title, tags, items } = paragraph
  const element = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  useDraggableRow(element, grip, row)
  const hasItems = items.length > 0

  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    handlers.onFold(id, !isFolded)
  }
  return (
    <div
      ref={element}
      role="treeitem"
      data-paragraph={id}
      className={styles.row}
      style={{ '--lv': level - 1, '--drop-lv': (plan?.level ?? 1) - 1 } as CSSProperties}
      aria-level={level}
      aria-posinset={row.index + 1}
      aria-setsize={row.siblings}
      aria-expanded={hasItems ? !isFolded : undefined}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      aria-label={`${title} ${timeLabel(row.start)}${tags.length > 0 ? texts.tagsSuffix(tags.join(', ')) : ''}`}
      aria-keyshortcuts="Enter F2 Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Delete"
      tabIndex={isTabStop ? 0 : -1}
      data-level={level}
      data-dragged={isDragged || undefined}
      data-drop={plan?.zone}
      data-blocked={plan?.refusal ? true : undefined}
      data-menu={isMenuOpen || undefined}
    >
      <div className={styles.line}>
        <span ref={grip} className={styles.grip} title={texts.dragToMove} aria-hidden>
          <IconGripVertical className="kr-icon-14" />
        </span>
        <span
          className={styles.fold}
          aria-hidden
          onClick={hasItems ? toggle : undefined}
          data-folded={isFolded || undefined}
        >
          {hasItems && <IconChevronDown className="kr-icon-14" />}
        </span>
        {isRenaming ? (
          <ParagraphTitleField
            title={title}
            onSave={(next) => handlers.onSaveTitle(id, next)}
            onEnd={(byKey) => handlers.onRenameEnd(id, byKey)}
          />
        ) : (
          <>
            <span className={styles.title} title={title} onDoubleClick={() => handlers.onRename(id)}>
              {title}
            </span>
            {/* The visible text must read like the label. */ ' '}
            <time className={styles.time}>{timeLabel(row.start)}</time>
            <button
              type="button"
              className={styles.menu}
              tabIndex={-1}
              aria-label={texts.actionsForMenuTitle(title)}
              aria-haspopup="menu"
              aria-expanded={isMenuOpen}
              onClick={(event) => {
                event.stopPropagation()
                handlers.onMenu(id, event.currentTarget.getBoundingClientRect())
              }}
            >
              <IconDots className="kr-icon-16" />
            </button>
          </>
        )}
      </div>
      {tagField ??
        (tags.length > 0 && (
          <span className={styles.tags} aria-hidden>
            {tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </span>
        ))}
    </div>
  )
})
