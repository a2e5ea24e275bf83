/** State shared by the parts of an edit page. */
import { useSyncExternalStore } from 'react'
import type { EditorSessionState, NoteEditorSession } from '../../note/index.ts'
import type { DraftState, DraftStore } from './draft/draft-store.ts'

export type EditingContext = {
  /** The draft's uuid. */
  readonly draftId: string
  readonly store: DraftStore
  /** Null while its code is loading. */
  readonly notesSession: NoteEditorSession | null
  readonly user: { readonly id: string; readonly name: string }
}

/** Typing and dragging are saved after a pause of this length. */
export const saveAfterMs = 250

/** `select` must return the same value while nothing it reads has changed. */
export const useDraft = <Value>(store: DraftStore, select: (state: DraftState) => Value): Value =>
  useSyncExternalStore(store.subscribe, () => select(store.read()))

const noSubscription = () => () => {}

export const useNotesSession = <Value>(
  notesSession: NoteEditorSession | null,
  select: (state: EditorSessionState | null) => Value,
): Value =>
  useSyncExternalStore(notesSession?.subscribe ?? noSubscription, () => select(notesSession?.getState() ?? null))
