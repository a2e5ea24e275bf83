import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ArticleReading, useTimelineTalk, type ArticleReadingProps } from '../../article/index.ts'
import { CommentsButton, CommentsSide } from '../../comment/index.ts'
import { useMe } from '../../user/index.ts'
import type { OpenedLink, SharedSearch } from '../shared-address.ts'
import { LinkedPage, type TalkParts } from './linked-page.tsx'

/** Who is named takes part in the talk about the article, as those do who see its workspace. */
export const PrivatePage = (page: { link: OpenedLink; search: SharedSearch }) => <LinkedPage {...page} talk={parts} />

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
