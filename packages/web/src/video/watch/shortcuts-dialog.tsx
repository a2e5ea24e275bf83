import { Modal } from '@mantine/core'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import styles from './shortcuts-dialog.module.css'

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Playing',
    keys: [
      ['Space K', 'Play and pause'],
      ['→', 'Forward 3 s'],
      ['←', 'Back 1 s'],
      ['L', 'Forward 10 s'],
      ['J', 'Back 10 s'],
      [', .', 'Previous frame, next frame'],
      ['[ ]', 'Previous paragraph, next paragraph'],
      ['0 – 9', 'Jump to 10–90 %'],
      ['Home End', 'Beginning, end'],
      ['< >', 'Slower, faster'],
    ],
  },
  {
    title: 'Sound and picture',
    keys: [
      ['↑ ↓', 'Louder, quieter'],
      ['M', 'Mute'],
      ['C', 'Captions'],
      ['F', 'Full screen'],
      ['P', 'Picture in picture'],
      ['E', 'React to this moment'],
      ['N', 'Comment on this moment'],
      ['?', 'Show shortcuts'],
    ],
  },
]

export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Player shortcuts"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([names, meaning]) => (
                <div key={names}>
                  <dt>{names.split(' ').map((name) => (name === '–' ? ' – ' : <kbd key={name}>{name}</kbd>))}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
