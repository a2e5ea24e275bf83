import { memo, type MouseEvent } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import * as texts from '../texts.ts'
import { ArticleTitle, FoldToggle } from './tree-row-parts.tsx'
import type { TreeRow } from './tree-rows.ts'
import styles from './tree.module.css'

type ArticleRowProps = {
  row: TreeRow
  /** The URL of the workspace. */
  baseUrl: string
  /** Its menu button is in the tab order, together with its row. */
  isReachable: boolean
  isMenuOpen: boolean
  onFold: (id: string, isFolded: boolean) => void
  onOpen: (article: ArticleTreeEntry) => void
  onMenu?: (article: ArticleTreeEntry, button: HTMLElement) => void
}

/**
 * The content of one row. Scrolling through thousands renders dozens of these per second, so they are plain elements
 * that render once: no router link, no menu of their own.
 */
export const ArticleRow = memo(function ArticleRow(props: ArticleRowProps) {
  const { row, baseUrl, isReachable, isMenuOpen, onFold, onOpen, onMenu } = props
  const { article } = row

  const follow = (event: MouseEvent) => {
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    onOpen(article)
  }

  return (
    <>
      <FoldToggle row={row} onFold={onFold} />
      <a href={`${baseUrl}/${article.shortId}/${article.slug}`} tabIndex={-1} className={styles.link} onClick={follow}>
        <ArticleTitle article={article} />
      </a>
      {onMenu && (
        <button
          type="button"
          className={styles.menu}
          data-row-menu
          tabIndex={isReachable ? 0 : -1}
          aria-label={texts.actionsForTitle(article.title || texts.untitled)}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={(event) => onMenu(article, event.currentTarget)}
        >
          <IconDots />
        </button>
      )}
    </>
  )
})
