import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { useCommentCount } from '../comment.queries.ts'
import * as texts from '../texts.ts'
import { toggleComments, useCommentsShown } from './panel-state.ts'

/** Opens the comments of an article and shows their number. Hidden from people who may not see them. */
export function CommentsButton({ articleId }: { articleId: string }) {
  const count = useCommentCount(articleId)
  const isShown = useCommentsShown(articleId)
  if (count === null) return null
  return (
    <Tooltip label={texts.comments}>
      <Button
        variant={isShown ? 'light' : 'subtle'}
        px={8}
        leftSection={<IconMessageCircle />}
        aria-label={texts.commentsOf(count)}
        aria-expanded={isShown}
        data-comments-button
        onClick={toggleComments}
      >
        <span className="kr-num">{count}</span>
      </Button>
    </Tooltip>
  )
}
