import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import {
  IconBlockquote,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMinus,
  IconTable,
} from '@tabler/icons-react'
import { slashListId, slashOptionId, type SlashState, type SlashStore } from './slash-menu.extension.ts'
import styles from './slash-menu.module.css'

const icons: Record<string, typeof IconTable> = {
  text: IconLetterT,
  heading1: IconH1,
  heading2: IconH2,
  heading3: IconH3,
  bulletList: IconList,
  orderedList: IconListNumbers,
  taskList: IconListCheck,
  table: IconTable,
  quote: IconBlockquote,
  codeBlock: IconCode,
  divider: IconMinus,
}

export function SlashMenu({ store }: { store: SlashStore }) {
  const state = useSyncExternalStore(store.subscribe, store.read)
  return state && <SlashList state={state} store={store} />
}

function SlashList({ state, store }: { state: SlashState; store: SlashStore }) {
  const [element] = useState(makePlace)
  const { mount, activeName } = state
  useEffect(() => mount(element), [element, mount])
  useEffect(() => {
    document.getElementById(slashOptionId(activeName))?.scrollIntoView({ block: 'nearest' })
  }, [activeName])

  return createPortal(
    <div id={slashListId} role="listbox" aria-label="Blocks" className={styles.menu}>
      <div className={styles.group} role="presentation">
        Blocks
      </div>
      {state.commands.map((command) => {
        const Icon = icons[command.name] ?? IconLetterT
        return (
          // The editor keeps the focus and its keys; a press of the pointer must not take it away.
          <div
            key={command.name}
            id={slashOptionId(command.name)}
            role="option"
            aria-selected={command.name === activeName}
            className={styles.row}
            onPointerMove={() => command.name !== activeName && store.set({ ...state, activeName: command.name })}
            onMouseDown={(event) => {
              event.preventDefault()
              state.choose(command)
            }}
          >
            <Icon />
            <span className="kr-grow">{command.title}</span>
            {command.hint && <span className={styles.hint}>{command.hint}</span>}
          </div>
        )
      })}
    </div>,
    element,
  )
}

function makePlace(): HTMLDivElement {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  return place
}
