import { Modal } from '@mantine/core'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import * as texts from '../texts.ts'
import styles from './shortcuts-dialog.module.css'

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: texts.playing,
    keys: [
      ['Space K', texts.playAndPause],
      ['→', texts.forward3S],
      ['←', texts.back1S],
      ['L', texts.forward10S],
      ['J', texts.back10S],
      [', .', texts.previousFrameNextFrame],
      ['[ ]', texts.previousParagraphNextParagraph],
      ['0 – 9', texts.jumpTo1090Percent],
      ['Home End', texts.beginningEnd],
      ['< >', texts.slowerFaster],
    ],
  },
  {
    title: texts.soundAndPicture,
    keys: [
      ['↑ ↓', texts.louderQuieter],
      ['M', texts.mute],
      ['C', texts.captions],
      ['D', texts.detectText],
      ['F', texts.fullScreen],
      ['T', texts.theatreMode],
      ['P', texts.pictureInPicture],
      ['E', texts.reactToThisMoment],
      ['N', texts.commentOnThisMoment],
      ['?', texts.showShortcuts],
    ],
  },
]

export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.playerShortcuts}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
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
