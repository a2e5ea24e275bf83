import {
  StandaloneArticle,
  useCommentsAndReactions,
  useShowRecording,
  type StandaloneArticleProps,
} from '../article/index.ts'
import { useMembershipGuard } from '../company/index.ts'
import { CommentsButton, CommentsSide } from '../comment/index.ts'
import { useMe } from '../user/index.ts'
import { LinkedPage, type DiscussionComponents } from './linked-page.tsx'
import { useOpenedLink } from './use-opened-link.ts'

/** An article opened by a private link. The people it is shared with comment on it like members of its workspace. */
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
  const commentsAndReactions = useCommentsAndReactions({ articleId: props.article.id, isEditing: false })
  return <StandaloneArticle {...props} commentsAndReactions={commentsAndReactions} />
}

function Comments({ article, linkTo }: StandaloneArticleProps) {
  const me = useMe()?.user
  return <CommentsSide me={me} articleId={article.id} onShowRecording={useShowRecording(article, linkTo)} />
}
