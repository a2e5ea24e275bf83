import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import { useCommentCount } from '../comment.queries.ts'
import { toggleComments, useCommentsShown } from './panel-state.ts'

/** Opens the comments of an article and shows their number. Hidden from people who may not see them. */
export function CommentsButton({ articleId }: { articleId: string }) {
  const count = useCommentCount(articleId)
  const isShown = useCommentsShown(articleId)
  if (count === null) return null
  return (
    <Tooltip label="Comments">
      <Button
        variant={isShown ? 'light' : 'subtle'}
        px={8}
        leftSection={<IconMessageCircle />}
        aria-label={count === 1 ? '1 comment' : `${count} comments`}
        aria-expanded={isShown}
        data-comments-button
        onClick={toggleComments}
      >
        <span className="kr-num">{count}</span>
      </Button>
    </Tooltip>
  )
}
