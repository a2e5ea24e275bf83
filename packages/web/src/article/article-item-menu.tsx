import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowsSort,
  IconEdit,
  IconFilePlus,
  IconLink,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { copyArticleLink } from './copy-article-link.ts'
import { openCreateArticle } from './open-create-article.ts'
import { useArticleActions, type Browsed } from './use-article-actions.ts'

type ArticleItemMenuProps = {
  article: ArticleTreeEntry
  browsed: Browsed
  /** The article on the screen, short or long id. */
  openId?: string
  /** Left out where the order cannot be changed. */
  onReorder?: () => void
}

/** What can be done with an article, in the sidebar and at the article itself. Readers can copy its link. */
export function ArticleItemMenu({ article, browsed, openId, onReorder }: ArticleItemMenuProps) {
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const actions = useArticleActions()
  const { workspace } = browsed
  const mayEdit = workspace.abilities.editArticles && !workspace.isArchived
  const isText = article.duration === 0

  return (
    <>
      {mayEdit && !isNarrow && !article.isArchived && (
        <Menu.Item
          leftSection={<IconEdit />}
          onClick={() => void navigate({ to: '/article/$id/edit/{-$mode}', params: { id: article.shortId } })}
        >
          Edit
        </Menu.Item>
      )}
      {mayEdit && isText && !article.isArchived && (
        <Menu.Item
          leftSection={<IconFilePlus />}
          onClick={() => openCreateArticle({ workspaceId: workspace.id, parentId: article.id })}
        >
          Create sub-article
        </Menu.Item>
      )}
      {mayEdit && onReorder && (
        <Menu.Item leftSection={<IconArrowsSort />} onClick={onReorder}>
          Reorder
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink />} onClick={() => void copyArticleLink({ ...article, workspace })}>
        Copy link
      </Menu.Item>
      {mayEdit && (
        <>
          <Menu.Item
            leftSection={article.isArchived ? <IconArchiveOff /> : <IconArchive />}
            onClick={() => void actions.setArchived(article, !article.isArchived)}
          >
            {article.isArchived ? 'Unarchive' : 'Archive'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconTrash />}
            data-danger
            onClick={() => void actions.remove(article, browsed, openId)}
          >
            Delete
          </Menu.Item>
        </>
      )}
    </>
  )
}
