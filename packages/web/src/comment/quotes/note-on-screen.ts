/** The visible note's knowledge of its quotes, for the page that navigates to them. */
import { Store, useSelector } from '@tanstack/react-store'

type NoteOnScreen = {
  readonly tabId: string
  readonly orphans: ReadonlySet<string>
  /** Scrolls to the words of a thread; false if they are not in this note. */
  readonly show: (threadId: string) => boolean
}

const note = new Store<NoteOnScreen | null>(null)

export function enterNote(next: NoteOnScreen): () => void {
  note.setState(() => next)
  return () => {
    if (note.state === next) note.setState(() => null)
  }
}

export const useNoteOnScreen = (): NoteOnScreen | null => useSelector(note)
