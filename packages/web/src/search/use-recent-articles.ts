import { useMemo } from 'react'
import { readRecentArticles, usePreviews, type RecentArticle } from '../article/index.ts'
import { useMe } from '../user/index.ts'

const maxRecent = 4

/** The articles that were opened last in this browser, without those that the person no longer sees. */
export function useRecentArticles(): RecentArticle[] {
  const user = useMe()?.user
  const owner = user ? `${user.id}:${user.company?.id ?? ''}` : ''
  const recent = useMemo(() => (owner === '' ? [] : readRecentArticles(owner).slice(0, maxRecent)), [owner])
  const { missing } = usePreviews(recent.map(({ id }) => id))
  return recent.filter(({ id }) => !missing.has(id))
}
