/**
 * What is offered beside the caret. It is kept in a small store, so that the list is drawn by React beside the editor
 * while the keys stay with the editor.
 */
import type { ChainedCommands } from '@tiptap/core'
import type { SuggestionMount } from '@tiptap/suggestion'

export type SuggestItem = {
  readonly name: string
  readonly title: string
  /** Small words beside the title. */
  readonly hint?: string
  readonly group: string
  readonly emoji?: string
  readonly person?: { readonly id: string; readonly name: string; readonly profileImage: string | null }
  /** A small window that opens where the caret then stands. */
  readonly panel?: EditorPanel
  readonly run: (chain: ChainedCommands) => ChainedCommands
}

export type EditorPanel = 'emoji' | 'table' | 'image' | 'file'

export type SuggestState = {
  /** Names the list. */
  readonly label: string
  readonly items: readonly SuggestItem[]
  /** Said in place of items. */
  readonly notice: string | null
  readonly activeName: string | null
  readonly choose: (item: SuggestItem) => void
  /** Keeps an element beside the caret; returns what takes it away. */
  readonly mount: SuggestionMount
}

export type SuggestStore = {
  subscribe: (listener: () => void) => () => void
  read: () => SuggestState | null
  set: (state: SuggestState | null) => void
}

export function createSuggestStore(): SuggestStore {
  const listeners = new Set<() => void>()
  let state: SuggestState | null = null
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => state,
    set(next) {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

export const suggestListId = 'note-suggestions'
export const suggestOptionId = (name: string): string => `${suggestListId}-${name}`
