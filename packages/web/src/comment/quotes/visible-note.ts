/** The visible note's knowledge of its quotes, for the page that navigates to them. */
import { Store, useSelector } from '@tanstack/react-store'

type VisibleNote = {
  readonly tabId: string
  readonly orphans: ReadonlySet<string>
  /** Scrolls to the words of a thread; false if they are not in this note. */
  readonly scrollToThread: (threadId: string) => boolean
}

const visibleNote = new Store<VisibleNote | null>(null)

export function registerVisibleNote(next: VisibleNote): () => void {
  visibleNote.setState(() => next)
  return () => {
    if (visibleNote.state === next) visibleNote.setState(() => null)
  }
}

export const useVisibleNote = (): VisibleNote | null => useSelector(visibleNote)
