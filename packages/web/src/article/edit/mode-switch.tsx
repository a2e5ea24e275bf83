import { SegmentedControl } from '@mantine/core'
import { IconFileText, IconVideo, type Icon } from '@tabler/icons-react'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import * as texts from './texts.ts'
import styles from './mode-switch.module.css'

/** Video or notes of a video article. */
export function ModeSwitch({ shown, onChoose }: { shown: ArticleMode; onChoose: (mode: ArticleMode) => void }) {
  return (
    <SegmentedControl
      className={styles.sides}
      aria-label={texts.videoOrNotes}
      value={shown}
      onChange={(value) => onChoose(value === 'video' ? 'video' : 'notes')}
      data={[
        { value: 'video', label: <ModeLabel Icon={IconVideo} name={texts.video} /> },
        { value: 'notes', label: <ModeLabel Icon={IconFileText} name={texts.notes} /> },
      ]}
    />
  )
}

function ModeLabel({ Icon: Sign, name }: { Icon: Icon; name: string }) {
  return (
    <span className={styles.side}>
      <Sign className="kr-icon-16" />
      {name}
    </span>
  )
}
