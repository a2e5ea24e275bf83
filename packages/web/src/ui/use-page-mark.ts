import { useLayoutEffect } from 'react'

/**
 * Says something of the whole page at its root (`data-…`; null: nothing), for the styles of parts that stand elsewhere.
 * `body:has(…)` would do without, but with it the browser works every style of the page out anew with each letter that is
 * typed.
 */
export function usePageMark(name: 'nav' | 'offline', value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
