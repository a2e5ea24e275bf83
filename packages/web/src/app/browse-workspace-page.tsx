import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ArticleItemMenu, BusyOverlay, ModeLinks, openCreateArticle } from '../article/index.ts'
import type { ItemMenu } from '../workspace/index.ts'
import { WorkspaceViewPage } from '../workspace/view/workspace-view-page.tsx'

const itemMenu: ItemMenu = (article, { browsed, startReorder }) => (
  <ArticleItemMenu
    article={article}
    browsed={browsed}
    onReorder={startReorder ?? undefined}
    pdfTab={article.isFirstTabFilled ? null : undefined}
  />
)

const createArticleIn = ({ id }: Workspace) => openCreateArticle({ workspaceId: id })

/** The page of a workspace with its article parts: the workspace feature knows nothing of articles' pages. */
export const BrowseWorkspacePage = () => (
  <>
    <WorkspaceViewPage
      itemMenu={itemMenu}
      onCreateArticle={createArticleIn}
      modeLinks={(targets) => <ModeLinks links={targets} shown={null} />}
    />
    <BusyOverlay />
  </>
)
