import type { ReactNode } from 'react'
import { Drawer } from '@mantine/core'
import * as texts from '../texts.ts'
import { useOpenedAfterMount } from './use-opened-after-mount.ts'
import styles from './sheet.module.css'

export type SheetProps = {
  opened: boolean
  onClose: () => void
  label: string
  children: ReactNode
  /** Keeps unfinished input while it is closed. */
  keepMounted?: boolean
  /** False while what replaces it takes the focus. */
  returnFocus?: boolean
}

export function SheetDrawer({ opened, onClose, label, children, keepMounted = false, returnFocus = true }: SheetProps) {
  return (
    <Drawer
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      keepMounted={keepMounted}
      returnFocus={returnFocus}
      position="bottom"
      withCloseButton={false}
      size="auto"
      scrollAreaComponent={Column}
      attributes={{ content: { 'aria-label': label } }}
      classNames={{ content: styles.content, body: styles.body, inner: styles.inner }}
    >
      <button type="button" className={styles.grip} aria-label={texts.closeLabel(label)} onClick={onClose} />
      {children}
    </Drawer>
  )
}

/** As high as its content, up to the height of the sheet; beyond that, an inner list or the whole content scrolls. */
const Column = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>
