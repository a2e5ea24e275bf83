import { useEffect, type RefObject } from 'react'
import { hasJustLeftEditor } from '../left-editor.ts'
import { listKeys } from '../shortcuts/page-keys.ts'

/** The rows of a list, each represented by its first link or button. */
const focusTargetsIn = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('tbody tr, li')].flatMap(
    (row) => row.querySelector<HTMLElement>('a, button') ?? [],
  )

/**
 * J and K move between the rows of a page's list from anywhere, unless someone is typing, or the focus is in a menu, a
 * dialog or a tree, which have their own keys.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isDown = event.key === listKeys.next
      if ((!isDown && event.key !== listKeys.previous) || event.defaultPrevented || hasJustLeftEditor(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || !list.current) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (
        target.isContentEditable ||
        target.closest('input, textarea, select, [role=menu], [role=tree], [role=dialog]')
      )
        return
      const row = target.closest('tr, li')
      if (row && !list.current.contains(row)) return
      const stops = focusTargetsIn(list.current)
      const here = row ? stops.findIndex((stop) => row.contains(stop)) : -1
      const next = isDown ? stops[here + 1] : stops[Math.max(here - 1, 0)]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [list])
}
