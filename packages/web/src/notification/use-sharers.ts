import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from './notification.queries.ts'
import { useNotificationOwner } from './notification-owner.ts'

const none: ReadonlyMap<string, string> = new Map()

/** The people who shared each article with me, by its long id, as far as the notifications loaded on this page show. */
export function useSharers(): ReadonlyMap<string, string> {
  const owner = useNotificationOwner()
  const { data } = useQuery({ ...notificationsQuery(owner ?? ''), enabled: false })
  if (!data) return none
  return new Map(
    data.items.flatMap(({ type, user, payload }) =>
      type === 'article_shared' && user ? [[payload.articleId, user.name] as const] : [],
    ),
  )
}
