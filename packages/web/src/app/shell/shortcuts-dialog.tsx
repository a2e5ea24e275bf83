import { Modal } from '@mantine/core'
import { Kbd } from '../../ui/chip.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { commandKey } from '../../ui/command-key.ts'
import * as texts from '../texts.ts'
import styles from './shortcuts-dialog.module.css'

const groups = [
  {
    title: texts.everywhere,
    rows: [
      { what: texts.search, keys: ['/'] },
      { what: texts.searchEvenWhileTyping, keys: [commandKey, 'K'] },
      { what: texts.create, keys: ['C'] },
      { what: texts.allShortcuts, keys: ['?'] },
    ],
  },
  {
    title: texts.goToText,
    rows: [
      { what: texts.workspaces, keys: ['G', 'W'] },
      { what: texts.personal, keys: ['G', 'P'] },
      { what: texts.meetings, keys: ['G', 'M'] },
      { what: texts.drafts, keys: ['G', 'D'] },
      { what: 'Home', keys: ['G', 'H'] },
    ],
  },
  {
    title: texts.inLists,
    rows: [
      { what: texts.nextAndPrevious, keys: ['J', 'K'] },
      { what: texts.open, keys: ['Enter'] },
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
