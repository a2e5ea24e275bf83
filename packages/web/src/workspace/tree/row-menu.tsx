import { useEffect, type ReactNode } from 'react'
import { Menu } from '@mantine/core'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { useOpenAfterMount } from '../../ui/menu/anchor.tsx'
import * as texts from '../texts.ts'

export type OpenRowMenu = {
  readonly article: ArticleTreeEntry
  /** Position of the button when it was pressed. */
  readonly box: DOMRect
  /** Receives the focus when the menu closes. */
  readonly trigger: HTMLElement
  readonly isOpen: boolean
}

type RowMenuProps = {
  menu: OpenRowMenu
  items: (article: ArticleTreeEntry) => ReactNode
  onClose: () => void
}

/** One menu for all rows of a tree, positioned at the pressed button. */
export function RowMenu({ menu, items, onClose }: RowMenuProps) {
  const { isOpen, trigger } = menu
  const close = () => {
    onClose()
    // After the menu is gone, and before a dialog that an item may open.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement?.closest('[role="menu"]')) trigger.focus()
    })
  }

  useEffect(() => {
    if (!isOpen) return
    // The menu would stay behind while its row scrolls. The page itself scrolls only if it has no room for the menu.
    const closeBehind = ({ target }: Event) => {
      if (target instanceof Element && target.contains(trigger)) onClose()
    }
    window.addEventListener('scroll', closeBehind, { capture: true })
    return () => window.removeEventListener('scroll', closeBehind, { capture: true })
  }, [isOpen, trigger, onClose])

  return (
    <Menu opened={useOpenAfterMount(isOpen)} onClose={close}>
      <Menu.Target>
        <span
          aria-hidden
          aria-label={texts.actionsForTitle(menu.article.title || texts.untitled)}
          style={{ position: 'fixed', pointerEvents: 'none', ...menuBox(menu) }}
        />
      </Menu.Target>
      <Menu.Dropdown>{items(menu.article)}</Menu.Dropdown>
    </Menu>
  )
}

const menuBox = ({ box: { left, top, width, height } }: OpenRowMenu) => ({ left, top, width, height })
