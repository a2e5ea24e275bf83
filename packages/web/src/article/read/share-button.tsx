import { useEffect } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { openShare, preloadShareDialog } from '../../share/index.ts'
import { usePhone } from '../../ui/use-breakpoints.ts'
import { nestedIds } from '../actions/article-subtree.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'
import * as texts from '../texts.ts'

type ShareButtonProps = { article: Article; browsed: WorkspaceTree | undefined; mayEdit: boolean }

/** Guests cannot share, and archived articles are not shown to others. */
export function ShareButton({ article, browsed, mayEdit }: ShareButtonProps) {
  const isPhone = usePhone()
  const mayShare = readToken() !== null && !article.isArchived
  useEffect(() => {
    if (mayShare) preloadShareDialog()
  }, [mayShare])
  if (!mayShare) return null
  const open = () =>
    openShare({
      article: { id: article.id, title: article.title, authorId: article.author?.id },
      mayEdit,
      subArticleCount: browsed ? nestedIds(browsed.workspace.order, article.id).length : 0,
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
