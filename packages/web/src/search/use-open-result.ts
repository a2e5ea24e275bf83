import type { KeyboardEvent, MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { resultUrl } from './results/result-url.ts'
import { useRemember } from './search.queries.ts'
import * as texts from './texts.ts'

/** Opens a result at its location, with Ctrl, ⌘ or Shift elsewhere, as the browser does with links. */
export function useOpenResult(onClose: () => void) {
  const router = useRouter()
  const remember = useRemember()
  return (result: SearchResult, event: MouseEvent | KeyboardEvent) => {
    const url = resultUrl(result)
    if (url === null) {
      event.preventDefault()
      return showWarning(texts.canNotNavigateToThisItem)
    }
    remember(result)
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || ('button' in event && event.button !== 0)
    if (isElsewhere) {
      // The browser does this for links.
      if (!('button' in event)) window.open(url, '_blank', 'noopener')
      return
    }
    event.preventDefault()
    onClose()
    router.history.push(url)
  }
}
