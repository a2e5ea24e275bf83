import type { ArticleReaction, Comment } from '@knowreel/shared/comment/comment.wire.ts'
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'

export const buildReaction = (id: string, anchor: Anchor, rest: Partial<ArticleReaction> = {}): ArticleReaction => ({
  id,
  articleId: 'article',
  commentId: null,
  icon: '🔥',
  createdAt: '2026-11-22T10:00:00.000Z',
  user: null,
  isDraft: false,
  abilities: { delete: false },
  ...anchor,
  ...rest,
})

export const buildComment = (id: string, anchor: Anchor | null, rest: Partial<Comment> = {}): Comment => ({
  id,
  articleId: 'article',
  workspaceId: null,
  userId: null,
  parentId: null,
  content: '<p>Look here</p>',
  createdAt: '2026-11-22T10:00:00.000Z',
  timestamp: 0,
  isTimed: anchor !== null,
  anchor,
  quote: null,
  reaction: [],
  profileImage: null,
  author: null,
  videoReaction: null,
  editedAt: null,
  editedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  abilities: { edit: false, delete: false, resolve: false },
  ...rest,
})
