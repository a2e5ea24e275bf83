import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'

/** The URL that a notification leads to; null if its person has none. */
export function notificationUrl({ type, payload }: Notification): string | null {
  if (payload.sharedToken !== null) return privateLinkUrl(type, payload, payload.sharedToken)
  switch (type) {
    case 'article_mention':
      return articleOrDraftPath(payload, 'notes')
    case 'article_publish':
    case 'article_shared':
    case 'article_review':
      return articleOrDraftPath(payload)
    case 'comment_mention':
      return withCommentParam(articleOrDraftPath(payload), payload.commentId)
  }
}

/** The private link: for shares, and for everything about an article that is accessible by name only. */
function privateLinkUrl(
  type: Notification['type'],
  { commentId }: Notification['payload'],
  token: string,
): string | null {
  const link = pathOf('b', 'shared', token, 'private')
  if (type === 'article_mention') return `${link}?at=notes`
  return type === 'comment_mention' ? withCommentParam(link, commentId) : link
}

const withCommentParam = (address: string | null, commentId: string | null): string | null =>
  address === null || commentId === null ? address : `${address}?${new URLSearchParams({ showComment: commentId })}`

/** A draft has its own URL; an article is in its workspace. */
function articleOrDraftPath(payload: Notification['payload'], mode?: 'notes'): string | null {
  const { workspaceShortId, workspaceSlug, articleShortId, articleSlug } = payload
  const rest = mode === undefined ? [] : [mode]
  if (payload.isDraft) return pathOf('draft', articleShortId, ...rest)
  if (workspaceShortId === null || workspaceSlug === null) return null
  return pathOf('b', workspaceShortId, workspaceSlug, articleShortId, articleSlug, ...rest)
}

const pathOf = (...segments: string[]): string => segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
