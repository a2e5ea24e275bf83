/**
 * State of the suggestion menu at the caret. A separate store, so that React renders the list beside the editor while
 * the editor handles the keys.
 */
import type { ChainedCommands } from '@tiptap/core'
import type { SuggestionMount } from '@tiptap/suggestion'

export type SuggestItem = {
  readonly name: string
  readonly title: string
  /** Secondary text beside the title. */
  readonly hint?: string
  readonly group: string
  readonly emoji?: string
  readonly person?: { readonly id: string; readonly name: string; readonly profileImage: string | null }
  /** A popover that opens at the caret afterwards. */
  readonly panel?: EditorPanel
  readonly run: (chain: ChainedCommands) => ChainedCommands
}

export type EditorPanel = 'emoji' | 'table' | 'image' | 'file' | 'embed' | 'writer' | 'aiImage' | 'template'

export type SuggestState = {
  /** Accessible name of the list. */
  readonly label: string
  readonly items: readonly SuggestItem[]
  /** Shown instead of items. */
  readonly notice: string | null
  readonly activeName: string | null
  readonly choose: (item: SuggestItem) => void
  /** Positions an element at the caret; returns a cleanup function. */
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
