import { Popover } from '@mantine/core'
import { Anchor, useOpenOnceThere } from '../../ui/menu/anchor.tsx'
import type { Anchored } from '../../ui/menu/menu-button.tsx'
import styles from './header.module.css'

export function SearchNote({ id, anchor, isOpen, onChange }: Anchored) {
  const isOpened = useOpenOnceThere(isOpen)
  return (
    <Popover id={id} opened={isOpened} onChange={onChange} position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.note}>
        <p className="kr-medium">Search isn’t available yet</p>
        <p className="kr-muted">Until then, use the search in the lists of workspaces and articles.</p>
      </Popover.Dropdown>
    </Popover>
  )
}
