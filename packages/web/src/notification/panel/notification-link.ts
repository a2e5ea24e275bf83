import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'

/** The URL that a notification leads to; null if its person has none. */
export function locationOf({ type, payload }: Notification): string | null {
  if (payload.sharedToken !== null) return linkOf(type, payload, payload.sharedToken)
  switch (type) {
    case 'article_mention':
      return addressOf(payload, 'notes')
    case 'article_publish':
    case 'article_shared':
      return addressOf(payload)
    case 'comment_mention':
      return withComment(addressOf(payload), payload.commentId)
  }
}

/** The private link: for shares, and for everything about an article that is accessible by name only. */
function linkOf(type: Notification['type'], { commentId }: Notification['payload'], token: string): string | null {
  const link = pathOf('b', 'shared', token, 'private')
  if (type === 'article_mention') return `${link}?at=notes`
  return type === 'comment_mention' ? withComment(link, commentId) : link
}

const withComment = (address: string | null, commentId: string | null): string | null =>
  address === null || commentId === null ? address : `${address}?${new URLSearchParams({ showComment: commentId })}`

/** A draft has its own URL; an article is in its workspace. */
function addressOf(payload: Notification['payload'], mode?: 'notes'): string | null {
  const { workspaceShortId, workspaceSlug, articleShortId, articleSlug } = payload
  const rest = mode === undefined ? [] : [mode]
  if (payload.isDraft) return pathOf('draft', articleShortId, ...rest)
  if (workspaceShortId === null || workspaceSlug === null) return null
  return pathOf('b', workspaceShortId, workspaceSlug, articleShortId, articleSlug, ...rest)
}

const pathOf = (...segments: string[]): string => segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
