import { Fragment, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconAppWindow,
  IconAt,
  IconBlockquote,
  IconBulb,
  IconCode,
  IconColumns2,
  IconH1,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconListTree,
  IconMinus,
  IconMoodSmile,
  IconPaperclip,
  IconPhoto,
  IconSquareChevronRight,
  IconTable,
  IconTablePlus,
} from '@tabler/icons-react'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import {
  suggestListId,
  suggestOptionId,
  type SuggestItem,
  type SuggestState,
  type SuggestStore,
} from './suggest-store.ts'
import styles from './suggest-list.module.css'

const icons: Record<string, typeof IconTable> = {
  text: IconLetterT,
  heading1: IconH1,
  heading2: IconH2,
  heading3: IconH3,
  bulletList: IconList,
  orderedList: IconListNumbers,
  taskList: IconListCheck,
  table: IconTable,
  tableOfSize: IconTablePlus,
  quote: IconBlockquote,
  codeBlock: IconCode,
  divider: IconMinus,
  toggle: IconSquareChevronRight,
  tableOfContents: IconListTree,
  info: IconInfoCircle,
  tip: IconBulb,
  warning: IconAlertTriangle,
  danger: IconAlertOctagon,
  twoColumns: IconColumns2,
  sidebarLeft: IconLayoutSidebar,
  sidebarRight: IconLayoutSidebarRight,
  image: IconPhoto,
  file: IconPaperclip,
  embed: IconAppWindow,
  mention: IconAt,
  emoji: IconMoodSmile,
}

/** The menu of "/", "@" and ":" at the caret. */
export function SuggestList({ store }: { store: SuggestStore }) {
  const state = useSyncExternalStore(store.subscribe, store.read)
  return state && <List state={state} store={store} />
}

function List({ state, store }: { state: SuggestState; store: SuggestStore }) {
  const [element] = useState(createAnchor)
  const { mount, activeName, items, notice, label } = state
  useEffect(() => mount(element), [element, mount])
  useEffect(() => {
    if (activeName) document.getElementById(suggestOptionId(activeName))?.scrollIntoView({ block: 'nearest' })
  }, [activeName])

  return createPortal(
    <div id={suggestListId} role={notice === null ? 'listbox' : 'status'} aria-label={label} className={styles.menu}>
      {notice !== null && <div className={styles.notice}>{notice}</div>}
      {items.map((item, index) => (
        <Fragment key={item.name}>
          {item.group !== items[index - 1]?.group && (
            <div className={styles.group} role="presentation">
              {item.group}
            </div>
          )}
          {/* The editor keeps the focus and receives the keys, so clicks must not move the focus. */}
          <div
            id={suggestOptionId(item.name)}
            role="option"
            aria-selected={item.name === activeName}
            className={styles.row}
            onPointerMove={() => item.name !== activeName && store.set({ ...state, activeName: item.name })}
            onMouseDown={(event) => {
              event.preventDefault()
              state.choose(item)
            }}
          >
            <ItemIcon item={item} />
            <ItemText item={item} />
          </div>
        </Fragment>
      ))}
    </div>,
    element,
  )
}

function ItemText({ item: { title, hint, person } }: { item: SuggestItem }) {
  if (person) {
    return (
      <span className={`kr-grow ${styles.person}`}>
        <span className="kr-trunc">{title}</span>
        {hint && <span className={`kr-trunc ${styles.job}`}>{hint}</span>}
      </span>
    )
  }
  return (
    <>
      <span className="kr-grow kr-trunc">{title}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
}

function ItemIcon({ item: { name, emoji, person } }: { item: SuggestItem }) {
  if (person) return <PersonAvatar person={person} size={20} isDecorative />
  if (emoji) {
    return (
      <span className={styles.emoji} aria-hidden>
        {emoji}
      </span>
    )
  }
  const Icon = icons[name] ?? IconLetterT
  return <Icon />
}

function createAnchor(): HTMLDivElement {
  const container = document.createElement('div')
  container.className = styles.container ?? ''
  return container
}
