import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { usePhone } from '../use-breakpoints.ts'

type SubMenuProps = {
  label: string
  icon: ReactNode
  /** For items whose data loads while the menu around them is open. */
  keepMounted?: boolean
  children: ReactNode
}

/**
 * A row of a menu that opens another: on hover, by a tap, and by →, Enter or Space, which also move the focus into it.
 * A phone has no room beside the menu, so the other opens below the row.
 */
export function SubMenu({ label, icon, keepMounted = false, children }: SubMenuProps) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu.Sub
      opened={isOpen}
      onChange={setOpen}
      position={isPhone ? 'bottom-start' : 'right-start'}
      keepMounted={keepMounted}
      keepMountedMode="display-none"
    >
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon} onClick={() => setOpen(true)} onKeyDown={openByPress}>
          {label}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={label}>{children}</Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The library opens and focuses a submenu by → only. */
function openByPress(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
}
