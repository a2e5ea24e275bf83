import type { ReactNode, RefObject } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import styles from './side-panel.module.css'

type SidePanelHeadProps = {
  /** Takes the focus when the panel opens. */
  heading: RefObject<HTMLHeadingElement | null>
  title: ReactNode
  /** Beside the title. */
  mark?: ReactNode
  closeLabel: string
  onClose: () => void
  /** Buttons before the one that closes the panel. */
  children?: ReactNode
}

/** The first row of a panel beside the page, or of the sheet that replaces it on narrow screens. */
export const SidePanelHead = ({ heading, title, mark, closeLabel, onClose, children }: SidePanelHeadProps) => (
  <header className={styles.head}>
    <h2 ref={heading} tabIndex={-1} data-autofocus className={styles.title}>
      {title}
    </h2>
    {mark}
    <span className={styles.space} />
    {children}
    <ActionIcon aria-label={closeLabel} onClick={onClose}>
      <IconX />
    </ActionIcon>
  </header>
)
