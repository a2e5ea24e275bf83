import { useEffect, useState } from 'react'
import { Modal } from '@mantine/core'
import { Kbd } from '../chip.tsx'
import type { DialogProps } from '../dialog/dialog-props.ts'
import * as texts from '../texts.ts'
import { loadPageShortcuts, type ShortcutGroup } from './page-shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

/** Every keyboard shortcut that works on this page. */
export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  const [groups, setGroups] = useState<readonly ShortcutGroup[]>([])
  useEffect(() => {
    void loadPageShortcuts().then(setGroups, () => undefined)
  }, [])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.keyboardShortcuts}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{keys.map((key) => (key === '–' ? ' – ' : <Kbd key={key}>{key}</Kbd>))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
