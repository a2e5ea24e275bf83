import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Tooltip } from '../ui/tooltip.tsx'
import { useCommentCount } from './comment.queries.ts'
import { toggleComments, useCommentsShown } from './panel-state.ts'

/** Opens the comments of an article and tells how many there are. Who may see none sees no button. */
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
