/** What the note on the screen knows of its quotes, told to the page that has to lead to them. */
import { useSyncExternalStore } from 'react'

type NoteOnScreen = {
  readonly tabId: string
  readonly orphans: ReadonlySet<string>
  /** Brings the words of a thread into sight; false where they are not in this note. */
  readonly show: (threadId: string) => boolean
}

let note: NoteOnScreen | null = null
const listeners = new Set<() => void>()

function change(next: NoteOnScreen | null): void {
  note = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function enterNote(next: NoteOnScreen): () => void {
  change(next)
  return () => {
    if (note === next) change(null)
  }
}

export const useNoteOnScreen = (): NoteOnScreen | null => useSyncExternalStore(subscribe, () => note)
