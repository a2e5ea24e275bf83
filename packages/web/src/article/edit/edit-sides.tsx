import { SegmentedControl } from '@mantine/core'
import { IconFileText, IconVideo, type Icon } from '@tabler/icons-react'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import * as texts from './texts.ts'
import styles from './edit-sides.module.css'

/** Video or notes of a video article. */
export function EditSides({ shown, onChoose }: { shown: ArticleMode; onChoose: (mode: ArticleMode) => void }) {
  return (
    <SegmentedControl
      className={styles.sides}
      aria-label={texts.videoOrNotes}
      value={shown}
      onChange={(value) => onChoose(value === 'video' ? 'video' : 'notes')}
      data={[
        { value: 'video', label: <Side Icon={IconVideo} name={texts.video} /> },
        { value: 'notes', label: <Side Icon={IconFileText} name={texts.notes} /> },
      ]}
    />
  )
}

function Side({ Icon: Sign, name }: { Icon: Icon; name: string }) {
  return (
    <span className={styles.side}>
      <Sign className="kr-icon-16" />
      {name}
    </span>
  )
}
