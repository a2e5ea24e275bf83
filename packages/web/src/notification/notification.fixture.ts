import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'

type Overrides = Partial<Omit<Notification, 'payload'>> & { payload?: Partial<Notification['payload']> }

/** A mention in a comment on a published article, unless overridden. */
export function createNotification(id: string, { payload, ...overrides }: Overrides = {}): Notification {
  return {
    id,
    type: 'comment_mention',
    isNew: true,
    time: '2026-11-20T10:00:00.000Z',
    user: {
      id: 'jonas',
      firstName: 'Jonas',
      lastName: 'Lindqvist',
      name: 'Jonas Lindqvist',
      email: null,
      profileImage: null,
      jobTitle: null,
      isDeactivated: false,
    },
    reason: 'mention',
    payload: {
      articleTitle: 'How we cut a release',
      articleShortId: 'art2',
      articleId: 'article',
      articleSlug: 'how-we-cut-a-release',
      workspaceTitle: 'Engineering',
      workspaceShortId: 'ws2',
      workspaceSlug: 'engineering',
      commentId: 'c1',
      excerpt: 'Look at step three',
      isDraft: false,
      sharedToken: null,
      ...payload,
    },
    ...overrides,
  }
}
