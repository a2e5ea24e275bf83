import { useEffect, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { articlePath, articlePlace } from './article-place.ts'
import { useFoldedArticles } from './folded-articles.ts'
import { ArticleTitle, FoldToggle } from './tree-row-parts.tsx'
import { findArticle, parentsOfArticle, treeRows, type TreeRow } from './tree-rows.ts'
import { VirtualTree } from './virtual-tree.tsx'
import styles from './tree.module.css'

export type ArticleTreeProps = {
  workspace: Workspace
  articles: readonly ArticleTreeEntry[]
  /** The open article, short or long id. */
  articleId?: string
  filter?: string
  isArchivedShown?: boolean
  /** Menu.Item elements for one article; null for none. */
  itemMenu?: (article: ArticleTreeEntry) => ReactNode
}

/** The articles of a workspace to walk through and open. Give it a column with a height; it scrolls by itself. */
export function ArticleTree({ workspace, articles, articleId, filter, isArchivedShown, itemMenu }: ArticleTreeProps) {
  const navigate = useNavigate()
  const { folded, setFolded, reveal } = useFoldedArticles(workspace.id)
  const open = findArticle(articles, articleId)

  useEffect(() => {
    if (open) reveal(parentsOfArticle(workspace.order, open.id))
    // A refreshed order must not unfold what was folded since.
    // eslint-disable-next-line react/exhaustive-deps
  }, [open?.id, reveal])

  const rows = useMemo(
    () => treeRows(workspace.order, articles, { folded, filter, isArchivedShown }),
    [workspace.order, articles, folded, filter, isArchivedShown],
  )

  const openRow = (row: TreeRow, event: KeyboardEvent) => {
    const link = event.currentTarget.querySelector('a')
    if (link && (event.ctrlKey || event.metaKey)) window.open(link.href, '_blank')
    else void navigate({ to: articlePath, params: articlePlace(workspace, row.article) })
  }

  if (rows.length === 0 && filter) return <EmptyState drawing="noMatch" text="There are no matching results" />
  return (
    <VirtualTree
      label={`Articles in ${workspace.title}`}
      rows={rows}
      startId={open?.id}
      onFold={setFolded}
      onPress={openRow}
      onRowKey={openMenuByKey}
      attributesOf={(row) => ({
        'aria-current': row.id === open?.id ? 'page' : undefined,
        'data-archived': row.article.isArchived || undefined,
        'data-menu': itemMenu !== undefined || undefined,
      })}
      renderRow={(row, isActive) => (
        <>
          <FoldToggle row={row} onFold={setFolded} />
          <Link to={articlePath} params={articlePlace(workspace, row.article)} tabIndex={-1} className={styles.link}>
            <ArticleTitle article={row.article} />
          </Link>
          {itemMenu && <RowMenu article={row.article} isReachable={isActive} items={itemMenu} />}
        </>
      )}
    />
  )
}

/** The menu key and Shift+F10 open the menu of the row, as everywhere. */
function openMenuByKey(_row: TreeRow, event: KeyboardEvent<HTMLDivElement>): 'taken' | null {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return null
  const button = event.currentTarget.querySelector<HTMLElement>('[data-row-menu]')
  button?.click()
  return button && 'taken'
}

type RowMenuProps = {
  article: ArticleTreeEntry
  /** In the tab order, with its row. */
  isReachable: boolean
  items: (article: ArticleTreeEntry) => ReactNode
}

function RowMenu({ article, isReachable, items }: RowMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          size="sm"
          className={styles.menu}
          data-row-menu
          tabIndex={isReachable ? 0 : -1}
          aria-label={`Actions for ${article.title || 'Untitled'}`}
        >
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <RowMenuItems article={article} items={items} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A component of its own, so that the items are only made when the menu is open. */
const RowMenuItems = ({ article, items }: Pick<RowMenuProps, 'article' | 'items'>) => items(article)
