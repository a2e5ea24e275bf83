/** State shared by the parts of an edit page. */
import { useSyncExternalStore } from 'react'
import type { DeskState, NoteDesk } from '../../note/index.ts'
import type { DraftState, DraftStore } from './draft/draft-store.ts'

export type Editing = {
  /** The draft's uuid. */
  readonly draftId: string
  readonly store: DraftStore
  /** Null while its code is loading. */
  readonly desk: NoteDesk | null
  readonly user: { readonly id: string; readonly name: string }
}

/** `select` must return the same value while nothing it reads has changed. */
export const useDraft = <Value>(store: DraftStore, select: (state: DraftState) => Value): Value =>
  useSyncExternalStore(store.subscribe, () => select(store.read()))

const noSubscription = () => () => {}

export const useDesk = <Value>(desk: NoteDesk | null, select: (state: DeskState | null) => Value): Value =>
  useSyncExternalStore(desk?.subscribe ?? noSubscription, () => select(desk?.getState() ?? null))
