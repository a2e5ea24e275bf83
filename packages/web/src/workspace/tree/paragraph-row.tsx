import { memo, type MouseEvent } from 'react'
import { formatDuration } from '../../ui/time-format.ts'
import { FoldToggle } from './tree-row-parts.tsx'
import type { TreeParagraph, TreeRow } from './tree-rows.ts'
import styles from './tree.module.css'

type ParagraphRowProps = {
  row: TreeRow
  paragraph: TreeParagraph
  href: string
  onFold: (id: string, isFolded: boolean) => void
  onOpen: (slug: string) => void
}

/** A paragraph of the open article: its title and when it begins. */
export const ParagraphRow = memo(function ParagraphRow({ row, paragraph, href, onFold, onOpen }: ParagraphRowProps) {
  const follow = (event: MouseEvent) => {
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    onOpen(paragraph.slug)
  }
  return (
    <>
      <FoldToggle row={row} onFold={onFold} />
      <a href={href} tabIndex={-1} className={styles.link} onClick={follow}>
        <span className={styles.title} title={paragraph.title}>
          {paragraph.title}
        </span>{' '}
        <span className={styles.end}>
          <span className="kr-num">{formatDuration(paragraph.position)}</span>
        </span>
      </a>
    </>
  )
})
