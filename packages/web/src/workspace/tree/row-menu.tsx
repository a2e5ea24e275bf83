import { useEffect, type ReactNode } from 'react'
import { Menu } from '@mantine/core'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { useOpenOnceThere } from '../../ui/anchor.tsx'

export type OpenRowMenu = {
  readonly article: ArticleTreeEntry
  /** Where the button stood when it was pressed. */
  readonly box: DOMRect
  /** Has the focus again when the menu is closed. */
  readonly from: HTMLElement
  readonly isOpen: boolean
}

type RowMenuProps = {
  menu: OpenRowMenu
  items: (article: ArticleTreeEntry) => ReactNode
  onClose: () => void
}

/** One menu for all rows of a tree, put where the pressed button is. */
export function RowMenu({ menu, items, onClose }: RowMenuProps) {
  const { isOpen } = menu
  const close = () => {
    onClose()
    // After the menu is gone, and before a dialog that an item may open.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement?.closest('[role="menu"]'))
        menu.from.focus()
    })
  }

  useEffect(() => {
    if (!isOpen) return
    // It would stay behind while its row moves on.
    window.addEventListener('scroll', onClose, { capture: true })
    return () => window.removeEventListener('scroll', onClose, { capture: true })
  }, [isOpen, onClose])

  return (
    <Menu opened={useOpenOnceThere(isOpen)} onClose={close}>
      <Menu.Target>
        <span
          aria-hidden
          aria-label={`Actions for ${menu.article.title || 'Untitled'}`}
          style={{ position: 'fixed', pointerEvents: 'none', ...placeOf(menu) }}
        />
      </Menu.Target>
      <Menu.Dropdown>{items(menu.article)}</Menu.Dropdown>
    </Menu>
  )
}

const placeOf = ({ box: { left, top, width, height } }: OpenRowMenu) => ({ left, top, width, height })
