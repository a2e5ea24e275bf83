import { useState } from 'react'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { WorkspacePageMenu } from './workspace-page-menu.tsx'
import { ArticlePanel, isReorderOffered, type ItemMenu } from '../sidebar/article-panel.tsx'
import { FavoriteStar } from '../favorite-star.tsx'
import * as texts from '../texts.ts'
import { useArchivedShown } from '../tree/archived-shown.ts'
import { countActive } from '../tree/tree-rows.ts'
import { ArchivedBanner } from '../archived-banner.tsx'
import { EmptyWorkspace, WorkspaceDetails } from './workspace-parts.tsx'
import { SharedWithMe } from '../workspace.parts.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'
import styles from './workspace-page.module.css'

type NarrowWorkspaceProps = {
  browsed: BrowsedWorkspace
  reload: () => Promise<BrowsedWorkspace>
  onCreateArticle: (workspace: Workspace) => void
  itemMenu: ItemMenu
}

/** Without room for a panel, the tree is the page. */
export function NarrowWorkspace({ browsed, reload, onCreateArticle, itemMenu }: NarrowWorkspaceProps) {
  const { workspace, articles } = browsed
  const [isSorting, setSorting] = useState(false)
  const isPhone = usePhone()
  const isArchivedShown = useArchivedShown(workspace.id)
  const hasArticles = isArchivedShown ? articles.length > 0 : countActive(articles) > 0
  const mayCreate = workspace.abilities.editArticles && !workspace.isArchived
  const isMember = workspace.role !== null && workspace.visibility !== 'personal'
  return (
    <PageMain>
      <div className={styles.narrow}>
        {isSorting ? (
          <h1 className="kr-sr">{workspace.title}</h1>
        ) : (
          <>
            <header className={styles.head}>
              <WorkspaceAvatar id={workspace.id} title={workspace.title} size={32} />
              <h1 className={styles.title}>{workspace.title}</h1>
              {mayCreate && hasArticles && !isPhone && (
                <Button variant="filled" leftSection={<IconPlus />} onClick={() => onCreateArticle(workspace)}>
                  {texts.createAnArticle}
                </Button>
              )}
              {isMember && <FavoriteStar workspace={workspace} />}
              <WorkspacePageMenu
                browsed={browsed}
                startReorder={isReorderOffered(browsed) ? () => setSorting(true) : null}
              />
            </header>
            <ArchivedBanner workspace={workspace} className={styles.banner} />
            <WorkspaceDetails workspace={workspace} />
          </>
        )}
        {hasArticles ? (
          <div className={styles.tree}>
            <ArticlePanel
              browsed={browsed}
              reload={reload}
              onCreateArticle={onCreateArticle}
              itemMenu={itemMenu}
              isHeaderHidden
              isSorting={isSorting}
              onSortingChange={setSorting}
            />
          </div>
        ) : (
          <EmptyWorkspace workspace={workspace} onCreateArticle={onCreateArticle} />
        )}
        {workspace.visibility === 'personal' && !isSorting && <SharedWithMe workspaceId={workspace.id} />}
      </div>
    </PageMain>
  )
}
