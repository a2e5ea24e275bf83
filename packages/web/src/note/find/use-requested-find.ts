import { useEffect } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { loadWithRetry } from '../../platform/load-with-retry.ts'

/** What a search found is shown in the text, once it is there; `text` changes with it. */
export function useRequestedFind(root: { readonly current: HTMLElement | null } | null, text: unknown): void {
  const router = useRouter()
  // Of the page on the screen: the location changes earlier, while the note of the page before is still shown.
  const requested = useSearch({ strict: false, shouldThrow: false, select: readRequest })
  useEffect(() => {
    if (root === null || !/[?&](find|file)=/.test(location.search)) return
    void loadWithRetry(() => import('./show-requested-find.ts')).then(({ showRequestedFind }) => {
      if (root.current) showRequestedFind(root.current, router)
    })
  }, [root, router, text, requested])
}

const readRequest = (search: { find?: unknown; near?: unknown; file?: unknown }): string =>
  JSON.stringify([search.find, search.near, search.file])
