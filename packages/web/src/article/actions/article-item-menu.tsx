import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconArrowsSort,
  IconBell,
  IconCopy,
  IconDotsCircleHorizontal,
  IconEdit,
  IconDownload,
  IconFileExport,
  IconFilePlus,
  IconFileTypePdf,
  IconFileZip,
  IconHistory,
  IconLink,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { openExport } from '../../import-export/index.ts'
import { FollowItems } from '../../notification/index.ts'
import { openShare } from '../../share/index.ts'
import { SubMenu } from '../../ui/menu/sub-menu.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { nestedIds } from './article-subtree.ts'
import { copyArticleLink } from '../copy-article-link.ts'
import { openMergeArticle, openTransferArticle, openCreateArticle, openExportPdf } from '../article.dialogs.ts'
import * as texts from '../texts.ts'
import { showVersions } from '../versions/version-panel-state.ts'
import { useArticleActions, type WorkspaceTree } from './use-article-actions.ts'

type ArticleItemMenuProps = {
  article: Omit<ArticleTreeEntry, 'isFirstTabFilled'>
  browsed: WorkspaceTree
  /** The article on the screen, by short or long id. */
  openId?: string
  /** Omitted where the order cannot be changed. */
  onReorder?: () => void
  /** The tab to export, null for the first; omitted on edit pages and when the first tab is empty. */
  pdfTab?: string | null
}

/**
 * The actions of an article, in the sidebar and on its page, in at most four groups and eight rows. Readers can copy its
 * link.
 */
export function ArticleItemMenu({ article, browsed, openId, onReorder, pdfTab }: ArticleItemMenuProps) {
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const actions = useArticleActions()
  const { workspace } = browsed
  const mayEdit = workspace.abilities.editArticles && !workspace.isArchived
  const mayChange = mayEdit && !article.isArchived
  const isText = article.duration === 0
  // Guests and people from other companies have no notifications of it.
  const mayFollow = workspace.role !== null && !article.isArchived

  return (
    <>
      {mayChange && !isNarrow && (
        <Menu.Item
          leftSection={<IconEdit />}
          onClick={() => void navigate({ to: '/article/$id/edit/{-$mode}', params: { id: article.shortId } })}
        >
          {texts.edit}
        </Menu.Item>
      )}
      {mayChange && isText && (
        <Menu.Item
          leftSection={<IconFilePlus />}
          onClick={() => openCreateArticle({ workspaceId: workspace.id, parentId: article.id })}
        >
          {texts.createSubArticle}
        </Menu.Item>
      )}
      {mayChange && (!isNarrow || isText) && <Menu.Divider />}
      {mayChange && (
        <Menu.Item
          leftSection={<IconShare />}
          onClick={() =>
            openShare({ article, mayEdit, subArticleCount: nestedIds(workspace.order, article.id).length })
          }
        >
          {texts.share}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink />} onClick={() => void copyArticleLink({ ...article, workspace })}>
        {texts.copyLink}
      </Menu.Item>
      <ExportItems article={article} browsed={browsed} pdfTab={mayEdit ? pdfTab : undefined} />
      {(mayFollow || mayEdit) && <Menu.Divider />}
      {mayFollow && (
        <SubMenu label={texts.notifications} icon={<IconBell />} keepMounted>
          <FollowItems kind="article" id={article.id} />
        </SubMenu>
      )}
      {mayEdit && (
        <>
          <ManageItems article={article} browsed={browsed} openId={openId} onReorder={onReorder} />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconTrash />}
            data-danger
            onClick={() => void actions.remove(article, browsed, openId)}
          >
            {texts.deleteLabel}
          </Menu.Item>
        </>
      )}
    </>
  )
}

/** A single export needs no menu of its own. */
function ExportItems({ article, browsed: { workspace }, pdfTab }: ArticleItemMenuProps) {
  const isZip = workspace.role !== null && !article.isArchived
  const items = (
    <>
      {pdfTab !== undefined && (
        <Menu.Item leftSection={<IconFileTypePdf />} onClick={() => openExportPdf({ article, tabId: pdfTab })}>
          {texts.exportToPDF}
        </Menu.Item>
      )}
      {isZip && (
        <Menu.Item
          leftSection={<IconFileZip />}
          onClick={() =>
            openExport({
              kind: 'article',
              id: article.id,
              title: article.title,
              workspaceId: workspace.id,
              subArticleCount: nestedIds(workspace.order, article.id).length,
            })
          }
        >
          {texts.exportToFiles}
        </Menu.Item>
      )}
    </>
  )
  if (pdfTab === undefined || !isZip) return items
  return (
    <SubMenu label={texts.exportLabel} icon={<IconDownload />}>
      {items}
    </SubMenu>
  )
}

/** What changes the article as a whole, or its place. */
function ManageItems({ article, browsed, openId, onReorder }: ArticleItemMenuProps) {
  const actions = useArticleActions()
  const isOpen = openId === article.id || openId === article.shortId
  return (
    <SubMenu label={texts.manage} icon={<IconDotsCircleHorizontal />}>
      {isOpen && (
        <Menu.Item leftSection={<IconHistory />} onClick={() => showVersions(article.id)}>
          {texts.versionHistory}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy />} onClick={() => void actions.duplicate(article)}>
        {texts.duplicate}
      </Menu.Item>
      {!article.isArchived && (
        <Menu.Item leftSection={<IconArrowMerge />} onClick={() => openMergeArticle({ article, browsed })}>
          {texts.merge}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconFileExport />}
        onClick={() => openTransferArticle({ article, browsed, openId: openId ?? null })}
      >
        {texts.transfer}
      </Menu.Item>
      {onReorder && (
        <Menu.Item leftSection={<IconArrowsSort />} onClick={onReorder}>
          {texts.reorder}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={article.isArchived ? <IconArchiveOff /> : <IconArchive />}
        onClick={() => void (article.isArchived ? actions.unarchive(article) : actions.archive(article, browsed))}
      >
        {article.isArchived ? texts.unarchive : texts.archive}
      </Menu.Item>
    </SubMenu>
  )
}
