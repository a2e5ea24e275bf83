import {
  StandaloneArticle,
  useCommentsAndReactions,
  useShowRecording,
  type StandaloneArticleProps,
} from '../article/index.ts'
import { useMembershipGuard } from '../company/index.ts'
import { CommentsButton, CommentsSide } from '../comment/index.ts'
import { useLive } from '../notification/index.ts'
import { useMe } from '../user/index.ts'
import { LinkedPage, type DiscussionComponents } from './linked-page.tsx'
import { useOpenedLink } from './use-opened-link.ts'

/**
 * An article opened by a private link. The people it is shared with see its comments like members of its workspace, and
 * comment on it if the share allows it.
 */
export function PrivatePage() {
  useMembershipGuard()
  const page = useOpenedLink({ isPrivate: true })
  return <LinkedPage key={page.link.token} {...page} discussion={discussionComponents} />
}

const discussionComponents: DiscussionComponents = {
  Reading: ReadingWithDiscussion,
  Button: ({ article }) => <CommentsButton articleId={article.id} />,
  Side: Comments,
}

function ReadingWithDiscussion(props: StandaloneArticleProps) {
  const { id, abilities } = props.article
  const commentsAndReactions = useCommentsAndReactions({ articleId: id, isOpen: abilities.comment, isEditing: false })
  return <StandaloneArticle {...props} commentsAndReactions={commentsAndReactions} />
}

function Comments({ article, linkTo, refetchUrls }: StandaloneArticleProps) {
  const me = useMe()?.user
  const mayComment = article.abilities.comment
  useLive(article.id, (event) => {
    // Until this succeeds, the server refuses what the page still offers.
    if (event.type === 'access' && event.isViewOnly === mayComment) void refetchUrls().catch(() => {})
  })
  return (
    <CommentsSide
      me={me}
      articleId={article.id}
      onShowRecording={useShowRecording(article, linkTo)}
      isReadOnly={!mayComment}
    />
  )
}
