import { useEffect } from 'react'
import type { QuoteController } from './quote-controller.ts'

type QuotesUnderPointerOptions = {
  root: HTMLElement
  controller: QuoteController | null
  isEditing: boolean
  /** There are no icons beside the words, so the words themselves are clickable. */
  isInline: boolean
  onHighlight: (id: string | null) => void
  onOpen: (id: string) => void
}

/** Px above and below the words that count for touch: 44 together with the line. */
const touchTolerancePx = 9
/** Elements with their own click action. */
const interactiveSelector =
  'a, button, input, [role=button], [data-mention], [data-type=image], [data-type=fileAttachment], [data-type=embed]'

/** Highlights the words under the mouse and their icon; in a note that is read they are clickable. */
export function useQuotesUnderPointer({
  root,
  controller,
  isEditing,
  isInline,
  onHighlight,
  onOpen,
}: QuotesUnderPointerOptions): void {
  useEffect(() => {
    if (!controller) return
    let frame = 0
    let lit: string | null = null
    const light = (id: string | null) => {
      if (id !== lit) onHighlight((lit = id))
    }
    const move = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => light(controller.threadAt(clientX, clientY)))
    }
    const leave = () => {
      cancelAnimationFrame(frame)
      light(null)
    }
    const press = ({ target, clientX, clientY }: MouseEvent) => {
      if (getSelection()?.isCollapsed === false || (target as Element).closest(interactiveSelector)) return
      const id = controller.threadAt(clientX, clientY, isInline ? touchTolerancePx : 0)
      if (id) onOpen(id)
    }
    root.addEventListener('pointermove', move)
    root.addEventListener('pointerleave', leave)
    // In the editor a click sets the caret.
    if (!isEditing) root.addEventListener('click', press)
    return () => {
      cancelAnimationFrame(frame)
      root.removeEventListener('pointermove', move)
      root.removeEventListener('pointerleave', leave)
      root.removeEventListener('click', press)
    }
  }, [root, controller, isEditing, isInline, onHighlight, onOpen])
}
