import type { PointerEvent } from 'react'
import { IconCalendar, IconFileText, IconTag, IconVideo } from '@tabler/icons-react'
import type { SearchFilter } from '@knowreel/shared/search/search-query.ts'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import * as texts from '../texts.ts'
import type { FilterName, OfferedNames } from './use-filter-names.ts'
import styles from './filter-names.module.css'

type FilterNamesProps = {
  id: string
  filter: SearchFilter
  offered: OfferedNames
  activeAt: number
  onActivate: (at: number) => void
  onChoose: (name: FilterName) => void
}

export const nameId = (listId: string, at: number): string => `${listId}-${at}`

/** Workspaces, people or tags below the field, while the beginning of one is typed. */
export function FilterNames({
  id,
  filter,
  offered: { title, names },
  activeAt,
  onActivate,
  onChoose,
}: FilterNamesProps) {
  return (
    <div className={styles.names}>
      <p className="kr-sr" role="status">
        {texts.namesOffered(names.length)}
      </p>
      <div className={styles.title} aria-hidden>
        {title}
      </div>
      <div id={id} role="listbox" aria-label={title}>
        {names.map((name, at) => (
          <button
            key={name.key}
            type="button"
            id={nameId(id, at)}
            role="option"
            aria-selected={at === activeAt}
            tabIndex={-1}
            className={styles.row}
            data-active={at === activeAt || undefined}
            onPointerMove={() => onActivate(at)}
            onPointerDown={keepFocus}
            onClick={() => onChoose(name)}
          >
            <span className={styles.mark}>
              <NameIcon filter={filter} name={name} />
            </span>
            <span className={styles.label}>{name.label}</span>
            {name.detail && <span className={styles.detail}>{name.detail}</span>}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The caret stays in the field. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

function NameIcon({ filter, name: { key, label } }: { filter: SearchFilter; name: FilterName }) {
  if (filter === 'in') return <WorkspaceAvatar id={key} title={label} size={20} />
  if (filter === 'by') return <PersonAvatar person={{ id: key, name: label }} size={20} isNeutral isDecorative />
  if (filter === 'tag') return <IconTag />
  if (filter === 'type') return key === 'video' ? <IconVideo /> : <IconFileText />
  return <IconCalendar />
}
