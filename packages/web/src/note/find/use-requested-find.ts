import { useEffect } from 'react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { loadWithRetry } from '../../platform/load-with-retry.ts'

/** What a search found is shown in the text, once it is there; `text` changes with it. */
export function useRequestedFind(root: { readonly current: HTMLElement | null } | null, text: unknown): void {
  const router = useRouter()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  useEffect(() => {
    if (root === null || !/[?&](find|file)=/.test(search)) return
    void loadWithRetry(() => import('./show-requested-find.ts')).then(({ showRequestedFind }) => {
      if (root.current) showRequestedFind(root.current, router)
    })
  }, [root, router, search, text])
}
