import { Popover } from '@mantine/core'
import { AnchorElement, useOpenAfterMount } from '../../ui/menu/anchor.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import styles from './header.module.css'

export function SearchPopover({ id, anchor, isOpen, onChange }: AnchoredMenuControl) {
  const isOpened = useOpenAfterMount(isOpen)
  return (
    <Popover id={id} opened={isOpened} onChange={onChange} position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <AnchorElement element={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={styles.note}>
        <p className="kr-medium">{texts.searchIsntAvailableYet}</p>
        <p className="kr-muted">{texts.untilThenUseSearchIn}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
