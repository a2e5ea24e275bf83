import { useState, type ReactNode } from 'react'
import { ActionIcon, Popover } from '@mantine/core'
import styles from './panels.module.css'

type PanelButtonProps = {
  label: string
  icon: ReactNode
  size?: 'md' | 'xl'
  isDisabled?: boolean
  /** On narrow screens the bar itself scrolls sideways and would cut what hangs from it. */
  isInPortal?: boolean
  children: (close: () => void) => ReactNode
}

/** A button of a bar that opens a small window of choices; the words stay selected behind it. */
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
        // Presses leave the selection in the text where it is; fields of the window must get the caret.
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
