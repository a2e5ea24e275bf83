import { Modal } from '@mantine/core'
import { Kbd } from '../../ui/chip.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { commandKey } from '../../ui/command-key.ts'
import * as texts from '../texts.ts'
import styles from './shortcuts-dialog.module.css'

const shortcutGroups = [
  {
    title: texts.everywhere,
    rows: [
      { label: texts.search, keys: ['/'] },
      { label: texts.commandPalette, keys: [commandKey, 'K'] },
      { label: texts.create, keys: ['C'] },
      { label: texts.allShortcuts, keys: ['?'] },
    ],
  },
  {
    title: texts.goToText,
    rows: [
      { label: texts.workspaces, keys: ['G', 'W'] },
      { label: texts.personal, keys: ['G', 'P'] },
      { label: texts.meetings, keys: ['G', 'M'] },
      { label: texts.drafts, keys: ['G', 'D'] },
      { label: 'Home', keys: ['G', 'H'] },
    ],
  },
  {
    title: texts.inLists,
    rows: [
      { label: texts.nextAndPrevious, keys: ['J', 'K'] },
      { label: texts.open, keys: ['Enter'] },
    ],
  },
]

export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.keyboardShortcuts}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {shortcutGroups.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 className="kr-second kr-muted">{group.title}</h3>
          <dl>
            {group.rows.map(({ label, keys }) => (
              <div key={label} className={styles.row}>
                <dt>{label}</dt>
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
