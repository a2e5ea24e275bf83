import { lazy, Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react'
import type { Editor } from '@tiptap/core'
import { whenIdle } from '../../platform/when-idle.ts'

const loadFindBar = () => import('./find-bar.tsx').then((module) => ({ default: module.FindBar }))
const FindBar = lazy(loadFindBar)

/**
 * Ctrl or ⌘ with F searches the note instead of the whole page; pressed again in the bar, it opens the browser's own
 * search. Returns the bar while it is open.
 */
export function useFindBar(root: RefObject<HTMLElement | null>, editor?: Editor | null): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const isWriting = Boolean(editor)
  useEffect(() => {
    if (isWriting)
      whenIdle()
        .then(loadFindBar, () => undefined)
        .catch(() => undefined)
  }, [isWriting])
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.defaultPrevented || (event.target as Element).closest('[data-find], [role=dialog]')) return
      event.preventDefault()
      // The query is typed immediately: until the field is rendered, it must not go into the note.
      const before = document.activeElement
      if (before instanceof HTMLElement && before.isContentEditable) before.blur()
      // A failed load is retried on the next press.
      loadFindBar().then(
        () => setOpen(true),
        () => before instanceof HTMLElement && before.focus(),
      )
      document.querySelector<HTMLInputElement>('[data-find] input')?.select()
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    isOpen && (
      <Suspense>
        <FindBar root={root} editor={editor} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
