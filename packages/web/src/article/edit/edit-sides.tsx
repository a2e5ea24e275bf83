import { SegmentedControl } from '@mantine/core'
import { IconFileText, IconVideo, type Icon } from '@tabler/icons-react'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import styles from './edit-sides.module.css'

/** Video or notes of a video article. */
export function EditSides({ shown, onChoose }: { shown: ArticleMode; onChoose: (mode: ArticleMode) => void }) {
  return (
    <SegmentedControl
      className={styles.sides}
      aria-label="Video or notes"
      value={shown}
      onChange={(value) => onChoose(value === 'video' ? 'video' : 'notes')}
      data={[
        { value: 'video', label: <Side Icon={IconVideo} name="Video" /> },
        { value: 'notes', label: <Side Icon={IconFileText} name="Notes" /> },
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
