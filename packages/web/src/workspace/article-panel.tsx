import { lazy, Suspense, useDeferredValue, useRef, useState, type ReactNode } from 'react'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { untilLoaded } from '../platform/until-loaded.ts'
import { ArticleFilter } from './article-filter.tsx'
import { ArticlePanelHead } from './article-panel-head.tsx'
import { useArchivedShown } from './tree/archived-shown.ts'
import { focusTree } from './tree/focus-tree.ts'
import { ArticleTree } from './tree/article-tree.tsx'
import type { OpenParagraphs } from './tree/paragraph-rows.ts'
import { countActive, findArticle } from './tree/tree-rows.ts'
import { SharedWithMe } from './shared/lazy-shared-with-me.tsx'
import type { BrowsedWorkspace } from './workspace.queries.ts'
import styles from './article-panel.module.css'

const SortingPanel = lazy(() =>
  untilLoaded(() => import('./tree/sorting-panel.tsx')).then((module) => ({ default: module.SortingPanel })),
)

/** What a menu of one article may ask of the tree it stands in. */
export type TreeContext = {
  workspace: Workspace
  browsed: BrowsedWorkspace
  /** Begins reorder mode; null where it is not offered. */
  startReorder: (() => void) | null
}

export type ItemMenu = (article: ArticleTreeEntry, tree: TreeContext) => ReactNode

export type ArticlePanelProps = {
  browsed: BrowsedWorkspace
  /** Asks the server again, past every cache. */
  reload: () => Promise<BrowsedWorkspace>
  articleId?: string
  /** Of that article. */
  paragraphs?: OpenParagraphs
  onCreateArticle: (workspace: Workspace) => void
  /** Offers the list of workspaces in place of this one's articles. */
  onChooseWorkspace?: () => void
  itemMenu?: ItemMenu
  /** The page has a head of its own. */
  isHeadless?: boolean
  isSorting?: boolean
  onSortingChange?: (isSorting: boolean) => void
}

/** Reorder mode is offered to those who may change articles, where there is something to reorder. */
export const isReorderOffered = ({ workspace, articles }: BrowsedWorkspace): boolean =>
  workspace.abilities.editArticles && !workspace.isArchived && countActive(articles) >= 2

/** Head, filter and tree of a workspace's articles, or the same tree in reorder mode. Fills a column. */
export function ArticlePanel(props: ArticlePanelProps) {
  const { browsed, reload, articleId, onCreateArticle, onChooseWorkspace, itemMenu, isHeadless = false } = props
  const { workspace, articles } = browsed
  const [ownSorting, setOwnSorting] = useState(false)
  const isSorting = props.isSorting ?? ownSorting
  const setSorting = props.onSortingChange ?? setOwnSorting
  const [filter, setFilter] = useState('')
  // Typing never waits for a tree of thousands.
  const shownFilter = useDeferredValue(filter)
  const isArchivedChosen = useArchivedShown(workspace.id)
  // The article one reads must be found in the tree, also when it is archived.
  const isArchivedShown = isArchivedChosen || findArticle(articles, articleId)?.isArchived === true
  const place = useRef<HTMLDivElement>(null)
  const endSorting = () => {
    setSorting(false)
    // The button that was pressed goes with reorder mode.
    requestAnimationFrame(() => focusTree(place.current))
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
    <div ref={place} className={styles.panel}>
      {!isHeadless && (
        <ArticlePanelHead
          browsed={browsed}
          startReorder={startReorder}
          onCreateArticle={onCreateArticle}
          onChooseWorkspace={onChooseWorkspace}
        />
      )}
      {count > 0 && <ArticleFilter count={count} value={filter} onChange={setFilter} isWide={isHeadless} />}
      {/* Where there is none, the page beside it says so. */}
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
      {workspace.visibility === 'personal' && !isHeadless && <SharedWithMe workspaceId={workspace.id} isNarrow />}
    </div>
  )
}
