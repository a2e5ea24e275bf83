import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ArticleReading, useTimelineTalk, type ArticleReadingProps } from '../article/index.ts'
import { CommentsButton, CommentsSide } from '../comment/index.ts'
import { useMe } from '../user/index.ts'
import { LinkedPage, type TalkParts } from './linked-page.tsx'
import { useOpenedLink } from './use-opened-link.ts'

/** An article opened by a private link. The people it is shared with comment on it like members of its workspace. */
export function PrivatePage() {
  const page = useOpenedLink({ isPrivate: true })
  return <LinkedPage key={page.link.token} {...page} talk={parts} />
}

const parts: TalkParts = {
  Reading: TalkedReading,
  Button: ({ article }) => <CommentsButton articleId={article.id} />,
  Side: Comments,
}

function TalkedReading(props: ArticleReadingProps) {
  const talk = useTimelineTalk({ articleId: props.article.id, isEditing: false })
  return <ArticleReading {...props} talk={talk} />
}

function Comments({ article }: { article: Article }) {
  const me = useMe()?.user
  return <CommentsSide me={me} articleId={article.id} />
}
