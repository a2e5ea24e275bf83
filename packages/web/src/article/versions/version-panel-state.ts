import { useEffect } from 'react'
import { Store, useSelector } from '@tanstack/react-store'

/** The article whose versions panel is open; null when closed. */
const openArticleId = new Store<string | null>(null)

export const toggleVersions = (articleId: string): void =>
  openArticleId.setState((id) => (id === articleId ? null : articleId))
export const showVersions = (articleId: string): void => openArticleId.setState(() => articleId)
export const closeVersions = (): void => openArticleId.setState(() => null)

/** Whether the versions of this article are shown. Opening another article closes them. */
export function useVersionsShown(articleId: string | undefined): boolean {
  const shownId = useSelector(openArticleId)
  useEffect(() => {
    if (articleId === undefined) return
    return () => {
      if (openArticleId.state === articleId) closeVersions()
    }
  }, [articleId])
  return articleId !== undefined && shownId === articleId
}
