import { useState, type ReactNode } from 'react'
import { ActionIcon, Popover } from '@mantine/core'
import styles from './panels.module.css'

type PanelButtonProps = {
  label: string
  icon: ReactNode
  size?: 'md' | 'xl'
  isDisabled?: boolean
  /** On narrow screens the bar scrolls sideways and would clip its popovers. */
  isInPortal?: boolean
  children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a popover; the text selection is kept. */
export function PanelButton({ label, icon, size = 'md', isDisabled, isInPortal = false, children }: PanelButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={isInPortal ? 'top' : 'bottom'}
      offset={8}
      withinPortal={isInPortal}
      zIndex={160}
      trapFocus={!isInPortal}
      returnFocus={!isInPortal}
      shadow="none"
    >
      <Popover.Target>
        <ActionIcon
          aria-label={label}
          title={isOpen ? undefined : label}
          size={size}
          disabled={isDisabled}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
        >
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        className={styles.panel}
        aria-label={label}
        data-note-panel
        // Clicks must not change the text selection; inputs in the popover must receive the focus.
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)) {
            event.preventDefault()
          }
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      >
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
