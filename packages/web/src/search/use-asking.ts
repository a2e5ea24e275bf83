import { useState } from 'react'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { useAiEnabled } from '../ai/index.ts'
import { useRemember } from './search.queries.ts'

export type AskedQuestion = { readonly text: string; readonly key: number }

/** The AI mode of the search field. Asking a question enters it; closing the AI tag leaves it. */
export function useAsking() {
  const isEnabled = useAiEnabled()
  const remember = useRemember()
  const [asked, setAsked] = useState<AskedQuestion | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    isEnabled,
    /** Null outside AI mode. */
    asked: isEnabled ? asked : null,
    setBusy,
    /** False if it was ignored: it is blank, or an answer is on its way. */
    ask(typed: string): boolean {
      const text = typed.trim()
      if (!isEnabled || text === '' || isBusy) return false
      setAsked({ text, key: (asked?.key ?? 0) + 1 })
      remember(toQuestion(text))
      return true
    },
    leave() {
      setAsked(null)
      setBusy(false)
    },
  }
}

/** A question in the history. */
const toQuestion = (text: string): SearchResult => ({
  ...emptyResult,
  id: `none:${text}`.slice(0, 200),
  category: 'none',
  title: text,
})
