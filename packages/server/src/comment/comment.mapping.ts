/** Maps rows to the wire format. */
import { mayChangeContribution } from './comment.policy.ts'
import type { ArticleReaction, Comment, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'
import { isColleague, type Actor, type SignAddress } from '../access/index.ts'
import { toPerson, createPersonView, type PersonView } from '../person/index.ts'
import { locateAnchor, toAnchor } from './comment-anchor.ts'
import type { CommentRow, VideoReactionRow } from './comment.queries.ts'
import type { CommentedArticle } from './article-sync/comment-articles.ts'
import type { ReactionRow } from './reaction/reaction.queries.ts'

export type CommentView = {
  readonly actor: Actor | null
  readonly article: CommentedArticle
  readonly people: PersonView
}

export function createCommentView(actor: Actor | null, article: CommentedArticle, sign: SignAddress): CommentView {
  const people = createPersonView(actor, article, sign)
  const signed = new Map<string, string>()
  const signPhoto = (key: string): string => {
    const address = signed.get(key) ?? people.signPhoto(key)
    signed.set(key, address)
    return address
  }
  return { actor, article, people: { ...people, signPhoto } }
}

export function toComment(row: CommentRow, { actor, article, people }: CommentView): Comment {
  const anchor = toAnchor(row)
  const located = anchor === null ? null : locateAnchor(article.paragraphs, anchor)
  const author = toPerson(row.author, people)
  const mayChange = article.isOpen && mayChangeContribution(actor, article, row.author_id)
  const isOwn = actor !== null && actor.userId === row.author_id
  return {
    id: row.id,
    ...(isOwn && row.client_id !== null && { clientId: row.client_id }),
    articleId: row.article_id,
    workspaceId: row.workspace_id,
    userId: row.author_id,
    parentId: row.parent_id,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    timestamp: located?.at ?? 0,
    isTimed: anchor !== null,
    anchor: located?.anchor ?? null,
    quote: row.quote,
    reaction: row.reaction,
    profileImage: author?.profileImage ?? null,
    author,
    videoReaction: row.video_reaction && toVideoReaction(row.video_reaction, article),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: toPerson(row.edited_by, people),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: toPerson(row.resolved_by, people),
    abilities: { edit: mayChange, delete: mayChange, resolve: article.isOpen && row.parent_id === null },
  }
}

export const withProfileImage = (comment: Comment) => ({ comment, profileImage: comment.profileImage })

function toVideoReaction(row: VideoReactionRow, { paragraphs }: CommentedArticle): VideoReaction | null {
  const anchor = toAnchor(row)
  if (anchor === null) return null
  const { paragraphId, videoTime, time } = locateAnchor(paragraphs, anchor).anchor
  return {
    articleId: row.articleId,
    paragraphId,
    currentParagraphTime: time,
    currentVideoTime: videoTime,
    icon: row.icon,
  }
}

export type AnchoredReaction = {
  readonly reaction: ArticleReaction
  /** Ms in article time; null if its material is not played. */
  readonly at: number | null
}

export function toReaction(row: ReactionRow, { actor, article, people }: CommentView): AnchoredReaction {
  const { anchor_paragraph_id: paragraphId, anchor_video_id: videoId, anchor_video_time: videoTime } = row
  const { anchor, at } = locateAnchor(article.paragraphs, {
    paragraphId,
    videoId,
    videoTime,
    time: row.anchor_time,
  })
  return {
    at,
    reaction: {
      id: row.id,
      articleId: row.article_id,
      commentId: row.comment_id,
      icon: row.icon,
      time: anchor.time,
      paragraphId: anchor.paragraphId,
      videoId,
      videoTime,
      user: isColleague(actor, article) ? toPerson(row.author, people) : null,
      createdAt: row.created_at.toISOString(),
      isDraft: article.isDraft && row.article_id === article.id,
      abilities: { delete: article.isOpen && mayChangeContribution(actor, article, row.author_id) },
    },
  }
}
