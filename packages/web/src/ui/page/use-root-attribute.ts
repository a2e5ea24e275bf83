import { useLayoutEffect } from 'react'

/**
 * Sets a `data-…` attribute on the root element (null removes it), for styles of components elsewhere. `body:has(…)`
 * would work too, but makes the browser recalculate all styles of the page on every typed character.
 */
export function useRootAttribute(name: 'nav' | 'offline', value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
