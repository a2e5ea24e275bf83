import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

/** A comment in wire format, for tests. */
export const createComment = (id: string, overrides: Partial<Comment> = {}): Comment => ({
  id,
  articleId: 'article',
  workspaceId: null,
  userId: 'ines',
  parentId: null,
  content: '<p>words</p>',
  createdAt: `2026-11-01T10:00:${id.padStart(2, '0')}.000Z`,
  timestamp: 0,
  isTimed: false,
  anchor: null,
  quote: null,
  reaction: [],
  profileImage: null,
  author: null,
  videoReaction: null,
  editedAt: null,
  editedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  abilities: { edit: true, delete: true, resolve: true },
  ...overrides,
})
