import { IconArchive, IconChevronDown, IconChevronRight, IconFileText, IconVideo } from '@tabler/icons-react'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { Emoji } from '../../ui/emoji.tsx'
import { formatDuration } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import type { TreeRow } from './tree-rows.ts'
import styles from './tree.module.css'

type FoldToggleProps = { row: TreeRow; onFold: (id: string, isFolded: boolean) => void }

/** For mouse and touch; the keyboard uses the arrows, and screen readers announce it with the row. */
export function FoldToggle({ row, onFold }: FoldToggleProps) {
  if (!row.hasItems) return <span className={styles.toggle} />
  const Arrow = row.isFolded ? IconChevronRight : IconChevronDown
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={styles.toggle}
      onClick={(event) => {
        event.stopPropagation()
        onFold(row.id, !row.isFolded)
      }}
    >
      <Arrow className="kr-icon-14" />
    </button>
  )
}

export function ArticleIcon({ article }: { article: Pick<ArticleTreeEntry, 'icon' | 'duration'> }) {
  const Icon = article.duration > 0 ? IconVideo : IconFileText
  return (
    <Emoji icon={article.icon}>
      <Icon className="kr-icon-16" aria-hidden />
    </Emoji>
  )
}

/** The title, and at the right the duration of a recording or the archive mark. */
export function ArticleTitle({ article }: { article: ArticleTreeEntry }) {
  return (
    <>
      <ArticleIcon article={article} />
      <span className={styles.title} title={article.title}>
        {article.title || texts.untitled}
      </span>{' '}
      <span className={styles.end}>
        {article.isArchived && <IconArchive className="kr-icon-16" aria-label={texts.archived} />}
        {article.duration > 0 && <span className="kr-num">{formatDuration(article.duration)}</span>}
      </span>
    </>
  )
}
