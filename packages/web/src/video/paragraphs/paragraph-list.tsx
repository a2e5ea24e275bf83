import { memo, useCallback, useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Menu } from '@mantine/core'
import { IconDots, IconLink } from '@tabler/icons-react'
import type { ParagraphPosition } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { useFollowPlayingRow } from './use-follow-playing-row.ts'
import styles from './paragraph-list.module.css'
import { consumeMenuKey } from '../../ui/menu/menu-key.ts'

type ParagraphListProps = {
  positions: readonly ParagraphPosition[]
  currentId: string | null
  onOpen: (id: string, start: Ms) => void
  /** Omitted where paragraphs have no URL. */
  onCopyLink?: (id: string) => void
}

type OpenMenu = { readonly id: string; readonly title: string; readonly button: HTMLElement; readonly isOpen: boolean }

/** Longer lists under the picture scroll on their own, so that the content after them stays reachable. */
const scrollThreshold = 24

/** The paragraphs beside or under the picture; the playing one is kept visible. */
export const ParagraphList = memo(function ParagraphList({
  positions,
  currentId,
  onOpen,
  onCopyLink,
}: ParagraphListProps) {
  const nav = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useFollowPlayingRow(list, currentId)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const openMenu = useCallback(
    (id: string, title: string, button: HTMLElement) => setMenu({ id, title, button, isOpen: true }),
    [],
  )
  const closeMenu = useCallback(() => setMenu((open) => open && { ...open, isOpen: false }), [])
  const isMenuOpen = menu?.isOpen === true
  useEffect(() => {
    if (!isMenuOpen) return
    // The menu would stay behind while its row scrolls away.
    window.addEventListener('scroll', closeMenu, { capture: true })
    return () => window.removeEventListener('scroll', closeMenu, { capture: true })
  }, [isMenuOpen, closeMenu])

  return (
    <nav
      ref={nav}
      className={styles.list}
      aria-label={texts.paragraphs}
      data-many={positions.length > scrollThreshold || undefined}
    >
      <div className={styles.head}>
        <span>{texts.paragraphs}</span>
        <span className="kr-num">{positions.length}</span>
      </div>
      <ol ref={list} className={styles.rows}>
        {positions.map((position) => (
          <Row
            key={position.paragraph.id}
            position={position}
            isCurrent={position.paragraph.id === currentId}
            isMenuOpen={isMenuOpen && menu.id === position.paragraph.id}
            onOpen={onOpen}
            onMenu={onCopyLink && openMenu}
          />
        ))}
      </ol>
      {onCopyLink && menu && (
        <Menu opened={menu.isOpen} onClose={closeMenu} onExitTransitionEnd={() => restoreFocus(menu.button)}>
          <Menu.Target>
            <span
              aria-hidden
              aria-label={texts.actionsForMenuTitle(menu.title)}
              style={{ position: 'absolute', pointerEvents: 'none', ...menuBox(nav.current, menu.button) }}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconLink />} onClick={() => onCopyLink(menu.id)}>
              {texts.copyLink}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  )
})

type RowProps = {
  position: ParagraphPosition
  isCurrent: boolean
  isMenuOpen: boolean
  onOpen: (id: string, start: Ms) => void
  onMenu?: (id: string, title: string, button: HTMLElement) => void
}

const Row = memo(function Row({ position, isCurrent, isMenuOpen, onOpen, onMenu }: RowProps) {
  const { paragraph, parentId, start } = position
  const more = useRef<HTMLButtonElement>(null)
  const open = () => more.current && onMenu?.(paragraph.id, paragraph.title, more.current)
  const openByKey = (event: KeyboardEvent) => {
    if (!onMenu || !consumeMenuKey(event)) return
    event.preventDefault()
    open()
  }
  return (
    <li
      className={styles.row}
      data-level={parentId === null ? 1 : 2}
      data-current={isCurrent || undefined}
      data-menu={onMenu !== undefined || undefined}
      style={{ '--lv': parentId === null ? 0 : 1 } as CSSProperties}
    >
      <button
        type="button"
        className={styles.chapter}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(paragraph.id, start)}
        onKeyDown={openByKey}
      >
        <span title={paragraph.title.length > 60 ? paragraph.title : undefined}>{paragraph.title}</span>
        <time className="kr-num">{timeLabel(start)}</time>
      </button>
      {onMenu && (
        <button
          ref={more}
          type="button"
          className={styles.more}
          aria-label={texts.actionsForTheParagraphAt(timeLabel(start))}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={open}
        >
          <IconDots className="kr-icon-16" />
        </button>
      )}
    </li>
  )
})

function menuBox(nav: HTMLElement | null, button: HTMLElement) {
  const { left, top, width, height } = button.getBoundingClientRect()
  const around = nav?.getBoundingClientRect()
  return { left: left - (around?.left ?? 0), top: top - (around?.top ?? 0), width, height }
}

function restoreFocus(button: HTMLElement): void {
  if (document.activeElement === document.body) button.focus({ preventScroll: true })
}
