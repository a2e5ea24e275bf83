import type { ReactNode } from 'react'
import { Menu, type MenuProps } from '@mantine/core'
import { AnchorElement, useOpenAfterMount } from './anchor.tsx'
import type { AnchoredMenuControl } from './menu-button.tsx'

type AnchoredMenuProps = AnchoredMenuControl & Pick<MenuProps, 'width'> & { className?: string; children: ReactNode }

/** The menu of a MenuButton, in its own file for lazy loading. */
export function AnchoredMenu({ id, anchor, isOpen, onChange, className, children, ...menu }: AnchoredMenuProps) {
  return (
    <Menu {...menu} id={id} opened={useOpenAfterMount(isOpen)} onChange={onChange}>
      <Menu.Target>
        <AnchorElement element={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
    </Menu>
  )
}
