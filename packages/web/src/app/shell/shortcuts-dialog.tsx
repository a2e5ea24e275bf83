import { Modal } from '@mantine/core'
import { Kbd } from '../../ui/chip.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { commandKey } from '../../ui/command-key.ts'
import styles from './shortcuts-dialog.module.css'

const groups = [
  {
    title: 'Everywhere',
    rows: [
      { what: 'Search', keys: ['/'] },
      { what: 'Search, even while typing', keys: [commandKey, 'K'] },
      { what: 'Create', keys: ['C'] },
      { what: 'All shortcuts', keys: ['?'] },
    ],
  },
  {
    title: 'Go to',
    rows: [
      { what: 'Workspaces', keys: ['G', 'W'] },
      { what: 'Personal', keys: ['G', 'P'] },
      { what: 'Meetings', keys: ['G', 'M'] },
      { what: 'Drafts', keys: ['G', 'D'] },
      { what: 'Home', keys: ['G', 'H'] },
    ],
  },
  {
    title: 'In lists',
    rows: [
      { what: 'Next and previous', keys: ['J', 'K'] },
      { what: 'Open', keys: ['Enter'] },
    ],
  },
]

export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      {groups.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 className="kr-second kr-muted">{group.title}</h3>
          <dl>
            {group.rows.map(({ what, keys }) => (
              <div key={what} className={styles.row}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
