import { useEffect } from 'react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { readPanel, showComment } from './panel-state.ts'

/** Milliseconds until the panel opens, so that the article stands when it does. */
const showMs = 300

/** `?showComment=` in the address: it is cleaned, then the panel opens at that comment. */
export function useAskedComment(articleId: string): void {
  const router = useRouter()
  const asked = useLocation({ select: ({ search }) => readId(search) })
  useEffect(() => {
    if (asked === null) return
    const { pathname, hash, state } = router.latestLocation
    router.history.replace(pathname + (hash ? `#${hash}` : ''), state)
    // The clean address is another reason to run this: what was asked for is not forgotten for it.
    setTimeout(() => {
      if (readPanel().articleId === articleId) showComment(asked)
    }, showMs)
  }, [asked, articleId, router])
}

function readId(search: object): string | null {
  const id = 'showComment' in search ? search.showComment : null
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}
