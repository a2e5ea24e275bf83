import { useEffect, useState, type RefObject } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconEdit, IconLink, IconHistory, IconShare } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { CommentsButton } from '../../comment/index.ts'
import { DownloadRecording } from '../../video/index.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { usePhone, useNarrow } from '../../ui/use-breakpoints.ts'
import { copyArticleLink } from '../copy-article-link.ts'
import { rememberReadingPosition } from '../reading-position.ts'
import { ModeChoice } from './mode-choice.tsx'
import { pdfTab } from '../pdf/pdf-tab.ts'
import * as texts from '../texts.ts'
import styles from './article-bar.module.css'
import { toggleVersions } from '../versions/version-panel-state.ts'
import { openShare, preloadShareDialog } from '../../share/index.ts'
import { nestedIds } from '../actions/article-subtree.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'

const ArticleMenuList = lazyWhenIdle(() =>
  import('../actions/article-menu-list.tsx').then((module) => module.ArticleMenuList),
)

type ArticleBarProps = {
  article: Article
  browsed: WorkspaceTree | undefined
  heading: RefObject<HTMLElement | null>
  shown: ArticleMode
  /** The slug of the chosen tab, which the copied link leads to. */
  tabSlug?: string
  /** The id of the open tab. */
  openTabId?: string
}

/** Above the article on wide screens, below it on phones. Shows the title once its heading has scrolled away. */
export function ArticleBar({ article, browsed, heading, shown, tabSlug, openTabId }: ArticleBarProps) {
  const isHeadingAway = useScrolledAway(heading)
  const { workspace } = article
  const isPhone = usePhone()
  const mayManage = article.abilities.editArticles && workspace?.isArchived === false
  // Links to archived articles and into archived workspaces do not open, so they are not shared.
  const isActive = workspace?.isArchived === false && !article.isArchived
  const mayEdit = mayManage && isActive
  return (
    <div className={styles.bar} data-lined={isHeadingAway || undefined}>
      {workspace && (
        <Link
          to="/b/$workspaceId/{-$workspaceSlug}"
          params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug }}
          className={styles.crumb}
        >
          <span className="kr-trunc">{workspace.title}</span>
        </Link>
      )}
      {isHeadingAway && (
        <span className={styles.title} aria-hidden>
          {article.title || texts.untitled}
        </span>
      )}
      <span className={styles.actions}>
        {!isPhone && <ModeChoice article={article} shown={shown} />}
        {mayEdit && (
          <LinkButton
            leftSection={<IconEdit />}
            to="/article/$id/edit/{-$mode}"
            params={{ id: article.shortId }}
            onClick={() => rememberReadingPosition(article.id)}
          >
            {texts.edit}
          </LinkButton>
        )}
        {browsed?.workspace.role && isActive && <ShareButton article={article} browsed={browsed} mayEdit={mayEdit} />}
        <CommentsButton articleId={article.id} />
        <VersionsButton article={article} />
        <Tooltip label={texts.copyLink}>
          <ActionIcon aria-label={texts.copyLink} onClick={() => void copyArticleLink(article, tabSlug)}>
            <IconLink />
          </ActionIcon>
        </Tooltip>
        {article.abilities.downloadRecording && article.duration > 0 && (
          <DownloadRecording articleId={article.shortId} />
        )}
        {mayManage && browsed && (
          <MenuButton
            menu={(anchored) => (
              <ArticleMenuList
                {...anchored}
                items={{
                  article,
                  browsed,
                  openId: article.id,
                  pdfTab: pdfTab(article.textTabs, openTabId ?? null),
                }}
              />
            )}
          >
            <ActionIcon aria-label={texts.actionsForThisArticle}>
              <IconDots />
            </ActionIcon>
          </MenuButton>
        )}
      </span>
    </div>
  )
}

function useScrolledAway(target: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = target.current
    const root = element?.closest('main')
    if (!element || !root) return
    const observer = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 200),
      { root, rootMargin: '-48px 0px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return isAway
}

/** On narrow screens the menu of the article contains it. */
function VersionsButton({ article }: { article: Pick<Article, 'id' | 'abilities'> }) {
  const isNarrow = useNarrow()
  if (isNarrow || !article.abilities.editArticles) return null
  return (
    <Tooltip label={texts.versions}>
      <ActionIcon aria-label={texts.versions} onClick={() => toggleVersions(article.id)}>
        <IconHistory />
      </ActionIcon>
    </Tooltip>
  )
}

type ShareButtonProps = { article: Article; browsed: WorkspaceTree; mayEdit: boolean }

function ShareButton({ article, browsed, mayEdit }: ShareButtonProps) {
  const isPhone = usePhone()
  useEffect(preloadShareDialog, [])
  const open = () =>
    openShare({
      article: { id: article.id, title: article.title, authorId: article.author?.id },
      mayEdit,
      subArticleCount: nestedIds(browsed.workspace.order, article.id).length,
    })
  return isPhone ? (
    <ActionIcon aria-label={texts.share} onClick={open}>
      <IconShare />
    </ActionIcon>
  ) : (
    <Button leftSection={<IconShare />} onClick={open}>
      {texts.share}
    </Button>
  )
}
