import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconEdit,
  IconFileZip,
  IconLink,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { openExport, openImport } from '../import-export/index.ts'
import { FollowItems } from '../notification/index.ts'
import { copyWithToast } from '../ui/toast/copy-with-toast.ts'
import { useToggleArchived } from './archive-workspace.ts'
import * as texts from './texts.ts'
import { useSetFavorite } from './workspace.queries.ts'

type WorkspaceMenuItemsProps = {
  workspace: WorkspaceSummary
  /** Between the harmless items and the archive. */
  children?: ReactNode
}

/** All actions of a workspace, the same in the list, the sidebar and on its page. */
export function WorkspaceMenuItems({ workspace, children }: WorkspaceMenuItemsProps) {
  const navigate = useNavigate()
  const favorite = useSetFavorite()
  const archive = useToggleArchived()
  const { id, shortId, isFavorite, isArchived, abilities } = workspace
  const isPersonal = workspace.visibility === 'personal'
  // People from other companies read a public workspace as guests.
  const isMember = workspace.role !== null
  const FavoriteIcon = isFavorite ? IconStarOff : IconStar
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive

  return (
    <>
      {(abilities.editWorkspace || abilities.archive) && !isPersonal && (
        <Menu.Item
          leftSection={<IconEdit />}
          onClick={() => void navigate({ to: '/workspace/$id/edit', params: { id: shortId } })}
        >
          {texts.editWorkspace}
        </Menu.Item>
      )}
      {isMember && !isPersonal && (
        <Menu.Item leftSection={<FavoriteIcon />} onClick={() => favorite.mutate({ id, isFavorite: !isFavorite })}>
          {isFavorite ? texts.removeFromFavourites : texts.addToFavourites}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink />} onClick={() => void copyLink(workspace)}>
        {texts.copyLink}
      </Menu.Item>
      {isMember && !isPersonal && !isArchived && <FollowItems kind="workspace" id={id} />}
      {abilities.editArticles && (
        <Menu.Item leftSection={<IconUpload />} onClick={() => openImport({ id, title: workspace.title, isPersonal })}>
          {texts.importLabel}
        </Menu.Item>
      )}
      {isMember && (
        <Menu.Item
          leftSection={<IconFileZip />}
          onClick={() => openExport({ kind: 'workspace', id, title: workspace.title })}
        >
          {texts.exportLabel}
        </Menu.Item>
      )}
      {children}
      {abilities.editArticles && (
        <Menu.Item
          leftSection={<IconTrash />}
          onClick={() => void navigate({ to: '/workspace/$id/trash', params: { id: shortId } })}
        >
          {texts.trash}
        </Menu.Item>
      )}
      {abilities.archive && !isPersonal && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<ArchiveIcon />} onClick={() => void archive(workspace)}>
            {isArchived ? texts.unarchive : texts.archive}
          </Menu.Item>
        </>
      )}
    </>
  )
}

const copyLink = ({ shortId, slug }: WorkspaceSummary) =>
  copyWithToast(`${location.origin}/b/${shortId}/${slug}`, {
    copied: texts.linkHasBeenCopiedTo,
    notCopied: texts.cannotCopyLink,
  })
