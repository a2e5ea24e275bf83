import { Modal } from '@mantine/core'
import type { DialogProps } from '../ui/dialog-props.ts'
import styles from './shortcuts-dialog.module.css'

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Playing',
    keys: [
      ['Space K', 'Play and pause'],
      ['→', '3 seconds on'],
      ['←', '1 second back'],
      ['L', '10 seconds on'],
      ['J', '10 seconds back'],
      [', .', 'One picture back, one on'],
      ['[ ]', 'Paragraph before, after'],
      ['0 – 9', 'To so many tenths'],
      ['Home End', 'Beginning, end'],
      ['< >', 'Slower, faster'],
    ],
  },
  {
    title: 'Sound and picture',
    keys: [
      ['↑ ↓', 'Louder, quieter'],
      ['M', 'Sound off and on'],
      ['C', 'Captions, where there are any'],
      ['F', 'Full screen'],
      ['P', 'Picture in picture'],
      ['E', 'React to this moment'],
      ['N', 'Comment on this moment'],
      ['?', 'This list'],
    ],
  },
]

/** The keys of the player. */
export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys of the player"
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
