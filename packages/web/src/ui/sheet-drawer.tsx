import type { ReactNode } from 'react'
import { Drawer } from '@mantine/core'
import styles from './sheet.module.css'

export type SheetProps = { opened: boolean; onClose: () => void; label: string; children: ReactNode }

export function SheetDrawer({ opened, onClose, label, children }: SheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      withCloseButton={false}
      size="auto"
      attributes={{ content: { 'aria-label': label } }}
      classNames={{ content: styles.content, body: styles.body, inner: styles.inner }}
    >
      <button type="button" className={styles.grip} aria-label={`Close ${label}`} onClick={onClose} />
      {children}
    </Drawer>
  )
}
