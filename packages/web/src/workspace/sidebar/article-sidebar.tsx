import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import * as texts from '../texts.ts'
import { ArticlePanel, type ItemMenu } from './article-panel.tsx'
import { setLastArticle } from '../view/last-article.ts'
import type { OpenParagraphs } from '../tree/paragraph-rows.ts'
import { findArticle } from '../tree/tree-rows.ts'
import { browseQuery } from '../workspace.queries.ts'

/** Lazy: needed only to switch workspaces, and heavy with drag and drop. */
const WorkspaceSidebar = lazyComponent(() =>
  import('./workspace-sidebar.tsx').then((module) => module.WorkspaceSidebar),
)

type ArticleSidebarProps = {
  /** As in the URL: short or long. */
  workspaceId: string
  /** The open article, short or long. */
  articleId?: string
  /** Paragraphs of the open article, if it has a recording. */
  paragraphs?: OpenParagraphs
  /** Opens the dialog that creates an article in this workspace. */
  onCreateArticle: (workspace: Workspace) => void
  /** The actions of one article: Menu.Item elements. Without it rows have no menu. */
  itemMenu?: ItemMenu
}

/** The articles of a workspace beside a page, loaded by one request. Put it before PageMain. */
export function ArticleSidebar(props: ArticleSidebarProps) {
  const { workspaceId, articleId, paragraphs, onCreateArticle, itemMenu } = props
  const browse = useQuery(browseQuery(workspaceId))
  const [isChoosing, setChoosing] = useState(false)
  const workspace = browse.data?.workspace
  const openId = findArticle(browse.data?.articles ?? [], articleId)?.id
  useEffect(() => {
    if (workspace && openId !== undefined) setLastArticle(workspace.id, openId)
  }, [workspace, openId])

  return (
    <SecondSidebar label={isChoosing ? texts.workspaces : (workspace?.title ?? texts.articles)} hidesForPanel>
      {isChoosing ? (
        <Suspense fallback={<Loading label={texts.loadingWorkspaces} />}>
          <WorkspaceSidebar currentId={workspace?.id} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : browse.data ? (
        <ArticlePanel
          key={browse.data.workspace.id}
          browsed={browse.data}
          reload={async () => {
            const { data } = await browse.refetch({ throwOnError: true })
            return data ?? browse.data
          }}
          articleId={articleId}
          paragraphs={paragraphs}
          onCreateArticle={onCreateArticle}
          onChooseWorkspace={() => setChoosing(true)}
          itemMenu={itemMenu}
        />
      ) : (
        <SidebarPlaceholder
          isFailed={browse.isError}
          onRetry={() => void browse.refetch()}
          isRetrying={browse.isFetching}
        />
      )}
    </SecondSidebar>
  )
}

type SidebarPlaceholderProps = { isFailed: boolean; onRetry: () => void; isRetrying: boolean }

function SidebarPlaceholder({ isFailed, onRetry, isRetrying }: SidebarPlaceholderProps): ReactNode {
  if (isFailed) return <LoadError text={texts.theArticlesCouldNotBe} onRetry={onRetry} isRetrying={isRetrying} />
  return <Loading label={texts.loadingArticles} />
}

const Loading = ({ label }: { label: string }) => (
  <div style={{ paddingTop: 20 }}>
    <ListSkeleton rows={9} label={label} />
  </div>
)
