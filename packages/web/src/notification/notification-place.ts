import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'

/** The address that a notification leads to; null where there is none for its person. */
export function placeOf({ type, payload }: Notification): string | null {
  switch (type) {
    case 'article_mention':
      return addressOf(payload, 'notes')
    case 'article_publish':
      return addressOf(payload)
    case 'comment_mention': {
      const address = addressOf(payload)
      return address === null || payload.commentId === null
        ? address
        : `${address}?${new URLSearchParams({ showComment: payload.commentId })}`
    }
    case 'article_shared':
      return payload.sharedToken === null ? addressOf(payload) : pathOf('b', 'shared', payload.sharedToken, 'private')
  }
}

/** A draft has an address of its own; an article stands in its workspace. */
function addressOf(payload: Notification['payload'], mode?: 'notes'): string | null {
  const { workspaceShortId, workspaceSlug, articleShortId, articleSlug } = payload
  const rest = mode === undefined ? [] : [mode]
  if (payload.isDraft) return pathOf('draft', articleShortId, ...rest)
  if (workspaceShortId === null || workspaceSlug === null) return null
  return pathOf('b', workspaceShortId, workspaceSlug, articleShortId, articleSlug, ...rest)
}

const pathOf = (...segments: string[]): string => segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
