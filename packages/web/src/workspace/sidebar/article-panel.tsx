import { Suspense, useDeferredValue, useRef, useState, type ReactNode } from 'react'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import { ArticlePanelHeader } from './article-panel-header.tsx'
import { useArchivedShown } from '../tree/archived-shown.ts'
import { focusTree } from '../tree/focus-tree.ts'
import { ArticleTree } from '../tree/article-tree.tsx'
import type { OpenParagraphs } from '../tree/paragraph-rows.ts'
import { countActive, findArticle } from '../tree/tree-rows.ts'
import { SharedWithMe } from '../workspace.parts.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import styles from './article-panel.module.css'

const ArticleFilter = lazyComponent(
  () => import('./article-filter.tsx').then((module) => module.ArticleFilter),
  <div className={styles.filterSpace} />,
)
const SortingPanel = lazyComponent(() => import('../tree/sorting-panel.tsx').then((module) => module.SortingPanel))

/** The actions of the tree that an article's menu can use. */
export type TreeContext = {
  workspace: Workspace
  browsed: BrowsedWorkspace
  /** Starts reorder mode; null where it is not offered. */
  startReorder: (() => void) | null
}

export type ItemMenu = (article: ArticleTreeEntry, tree: TreeContext) => ReactNode

export type ArticlePanelProps = {
  browsed: BrowsedWorkspace
  /** Refetches from the server, bypassing every cache. */
  reload: () => Promise<BrowsedWorkspace>
  articleId?: string
  /** Paragraphs of the open article. */
  paragraphs?: OpenParagraphs
  onCreateArticle: (workspace: Workspace) => void
  /** Offers the list of workspaces instead of this one's articles. */
  onChooseWorkspace?: () => void
  itemMenu?: ItemMenu
  /** The page has its own header. */
  isHeaderHidden?: boolean
  isSorting?: boolean
  onSortingChange?: (isSorting: boolean) => void
}

/** Reorder mode is offered to people who may change articles, if there is something to reorder. */
export const isReorderOffered = ({ workspace, articles }: BrowsedWorkspace): boolean =>
  workspace.abilities.editArticles && !workspace.isArchived && countActive(articles) >= 2

/** Header, filter and tree of a workspace's articles, or the same tree in reorder mode. Fills a column. */
export function ArticlePanel(props: ArticlePanelProps) {
  const { browsed, reload, articleId, onCreateArticle, onChooseWorkspace, itemMenu, isHeaderHidden = false } = props
  const { workspace, articles } = browsed
  const [ownSorting, setOwnSorting] = useState(false)
  const isSorting = props.isSorting ?? ownSorting
  const setSorting = props.onSortingChange ?? setOwnSorting
  const [filter, setFilter] = useState('')
  // Typing never waits for a tree of thousands.
  const shownFilter = useDeferredValue(filter)
  const isArchivedChosen = useArchivedShown(workspace.id)
  // The open article must be in the tree, even if it is archived.
  const isArchivedShown = isArchivedChosen || findArticle(articles, articleId)?.isArchived === true
  const panel = useRef<HTMLDivElement>(null)
  const endSorting = () => {
    setSorting(false)
    // The pressed button disappears with reorder mode.
    requestAnimationFrame(() => focusTree(panel.current))
  }
  const startReorder = isReorderOffered(browsed) ? () => setSorting(true) : null

  if (isSorting) {
    return (
      <Suspense fallback={<ListSkeleton rows={9} />}>
        <SortingPanel browsed={browsed} reload={reload} onEnd={endSorting} />
      </Suspense>
    )
  }
  const count = isArchivedShown ? articles.length : countActive(articles)
  return (
    <div ref={panel} className={styles.panel}>
      {!isHeaderHidden && (
        <ArticlePanelHeader
          browsed={browsed}
          startReorder={startReorder}
          onCreateArticle={onCreateArticle}
          onChooseWorkspace={onChooseWorkspace}
        />
      )}
      {count > 0 && <ArticleFilter count={count} value={filter} onChange={setFilter} isWide={isHeaderHidden} />}
      {/* If there are none, the page beside it says so. */}
      {count > 0 && (
        <ArticleTree
          workspace={workspace}
          articles={articles}
          articleId={articleId}
          filter={shownFilter}
          isArchivedShown={isArchivedShown}
          paragraphs={props.paragraphs}
          itemMenu={itemMenu && ((article) => itemMenu(article, { workspace, browsed, startReorder }))}
        />
      )}
      {workspace.visibility === 'personal' && !isHeaderHidden && <SharedWithMe workspaceId={workspace.id} isNarrow />}
    </div>
  )
}
