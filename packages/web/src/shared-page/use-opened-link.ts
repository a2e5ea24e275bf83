import { useMemo, useEffect } from 'react'
import { useParams, useSearch } from '@tanstack/react-router'
import type { OpenedLink, SharedSearch } from '../share/index.ts'

/** The link in the URL of a shared page, and the location within the article. */
export function useOpenedLink({ isPrivate }: { isPrivate: boolean }): { link: OpenedLink; search: SharedSearch } {
  const { sharedToken: token = '' } = useParams({ strict: false })
  const search: SharedSearch = useSearch({ strict: false })
  useNoIndex()
  return { link: useMemo(() => ({ token, isPrivate }), [token, isPrivate]), search }
}

/** Anyone with the link may read the page; search engines must not index it, however they found it. */
function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex, nofollow'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}
