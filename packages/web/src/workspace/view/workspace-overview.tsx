import { useMemo, useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDuration } from '../../ui/time-format.ts'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import * as texts from '../texts.ts'
import { ArchivedBanner } from '../archived-banner.tsx'
import { EmptyWorkspace, WorkspaceDetails } from './workspace-parts.tsx'
import { articlePath, articleRouteParams } from '../tree/article-route.ts'
import { ArticleIcon } from '../tree/tree-row-parts.tsx'
import { ancestorIds } from '../tree/tree-rows.ts'
import { SharedWithMe } from '../workspace.parts.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import styles from './workspace-page.module.css'

const maxArticles = 20

type WorkspaceOverviewProps = {
  browsed: BrowsedWorkspace
  onCreateArticle: (workspace: Workspace) => void
  /** Links to start watching or reading. */
  modes: ReactNode
}

/** Beside the tree: the workspace and its latest changes. */
export function WorkspaceOverview({ browsed, onCreateArticle, modes }: WorkspaceOverviewProps) {
  const { workspace, articles } = browsed
  const active = useMemo(
    () =>
      articles
        .filter(({ isArchived }) => !isArchived)
        .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)),
    [articles],
  )
  const mayCreate = workspace.abilities.editArticles && !workspace.isArchived
  return (
    <PageFrame
      title={workspace.title}
      count={active.length > 0 ? active.length : undefined}
      actions={
        active.length > 0 && (
          <>
            {modes}
            {mayCreate && (
              <Button variant="filled" leftSection={<IconPlus />} onClick={() => onCreateArticle(workspace)}>
                {texts.createAnArticle}
              </Button>
            )}
          </>
        )
      }
    >
      <ArchivedBanner workspace={workspace} className={styles.banner} />
      <WorkspaceDetails workspace={workspace} />
      {active.length === 0 ? (
        <EmptyWorkspace workspace={workspace} onCreateArticle={onCreateArticle} />
      ) : (
        <RecentArticles workspace={workspace} articles={active.slice(0, maxArticles)} allArticles={articles} />
      )}
      {workspace.visibility === 'personal' && <SharedWithMe workspaceId={workspace.id} />}
    </PageFrame>
  )
}

/** Only if there is a recording. */
const lengthColumn: Column<ArticleTreeEntry> = {
  name: 'length',
  title: texts.length,
  width: 88,
  align: 'right',
  cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : ''),
}

type RecentArticlesProps = {
  workspace: Workspace
  articles: readonly ArticleTreeEntry[]
  allArticles: readonly ArticleTreeEntry[]
}

function RecentArticles({ workspace, articles, allArticles }: RecentArticlesProps) {
  const router = useRouter()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)

  const columns = useMemo((): Column<ArticleTreeEntry>[] => {
    const titles = new Map(allArticles.map(({ id, title }) => [id, title || texts.untitled]))
    const pathOf = ({ id }: ArticleTreeEntry) =>
      ancestorIds(workspace.order, id)
        .toReversed()
        .map((parent) => titles.get(parent))
        .join(' / ')
    return [
      {
        name: 'title',
        title: texts.recentlyUpdated,
        cell: (article) => <ArticleCell workspace={workspace} article={article} path={pathOf(article)} />,
      },
      ...(allArticles.some(({ duration }) => duration > 0) ? [lengthColumn] : []),
      { name: 'updated', title: texts.updated, width: 160, cell: ({ updatedAt }) => <RelativeTime time={updatedAt} /> },
    ]
  }, [workspace, allArticles])

  const open = (article: ArticleTreeEntry, event: MouseEvent) => {
    const link = { to: articlePath, params: articleRouteParams(workspace, article) } as const
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(router.buildLocation(link).href, '_blank')
    else void router.navigate(link)
  }

  return (
    <div ref={list}>
      <DataTable
        label={texts.recentlyUpdatedArticles}
        rows={articles}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={open}
      />
    </div>
  )
}

type ArticleCellProps = { workspace: Workspace; article: ArticleTreeEntry; path: string }

function ArticleCell({ workspace, article, path }: ArticleCellProps) {
  return (
    <div className={styles.cell}>
      <ArticleIcon article={article} />
      <div className={styles.words}>
        <Link to={articlePath} params={articleRouteParams(workspace, article)} className="kr-trunc">
          {article.title || texts.untitled}
        </Link>
        {path && <span className={styles.path}>{path}</span>}
      </div>
    </div>
  )
}
