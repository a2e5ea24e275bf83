// "@" suggests colleagues, ":" and a letter emojis; editors may add other kinds. One list at a time, with shared keys:
// arrows move, Enter and Tab select, Escape closes.
import { Extension, type Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionMount } from '@tiptap/suggestion'
import * as texts from '../texts.ts'
import { emojiItems, emojiQuery } from './emojis.ts'
import { mentionItems, mentionQuery, type FindPeople } from './mentions.ts'
import {
  createSuggestStore,
  suggestListId,
  suggestOptionId,
  type EditorPanel,
  type SuggestItem,
  type SuggestState,
  type SuggestStore,
} from './suggest-store.ts'

type SuggestionsOptions = {
  store: SuggestStore
  kinds: readonly SuggestKind[]
  onOpenPanel: (panel: EditorPanel) => void
}

export type SuggestKind = {
  readonly key: PluginKey
  readonly char: string
  readonly label: string
  /** The query after the trigger character, from the text of the block up to the caret; null if there is none. */
  readonly query: (textBefore: string) => string | null
  readonly isAllowed: (state: EditorState, from: number) => boolean
  readonly find: (query: string, state: EditorState) => readonly SuggestItem[] | Promise<readonly SuggestItem[]>
  /** Shown if nothing is found; null closes the list. */
  readonly emptyText: (query: string) => string | null
}

/** In code the trigger characters have another meaning. */
function isPlainText({ doc, schema, selection }: EditorState, from: number): boolean {
  const code = schema.marks['code']
  const isCode = code !== undefined && doc.rangeHasMark(from, selection.from, code)
  return doc.resolve(from).parent.type.name !== 'codeBlock' && !isCode
}

/** Colleagues after an "@". */
export const peopleKind = (findPeople: FindPeople): SuggestKind => ({
  key: new PluginKey('suggestPeople'),
  char: '@',
  label: texts.people,
  query: mentionQuery,
  isAllowed: isPlainText,
  find: (query) => mentionItems(query, findPeople),
  // With a space in the query, the "@" was probably not a mention.
  emptyText: (query) => (query.includes(' ') ? null : texts.noOneFound),
})

export const emojiKind: SuggestKind = {
  key: new PluginKey('suggestEmojis'),
  char: ':',
  label: texts.emojis,
  query: emojiQuery,
  isAllowed: isPlainText,
  find: emojiItems,
  emptyText: () => null,
}

export const Suggestions = Extension.create<SuggestionsOptions>({
  name: 'suggestions',

  addOptions: () => ({ store: createSuggestStore(), kinds: [], onOpenPanel: () => {} }),

  addProseMirrorPlugins() {
    return this.options.kinds.map((kind) => createSuggestionPlugin(this.editor, kind, this.options))
  },
})

function createSuggestionPlugin(editor: Editor, kind: SuggestKind, { store, onOpenPanel }: SuggestionsOptions) {
  // Responses arrive in any order; only the one to the latest request is shown.
  let asked = 0
  const show = (
    items: readonly SuggestItem[],
    query: string,
    choose: SuggestState['choose'],
    mount: SuggestionMount,
  ) => {
    const before = store.read()?.activeName
    const active = items.find(({ name }) => name === before) ?? items[0]
    const notice = items.length === 0 ? kind.emptyText(query) : null
    const isShown = active !== undefined || notice !== null
    store.set(isShown ? { label: kind.label, items, notice, activeName: active?.name ?? null, choose, mount } : null)
    setActiveDescendant(editor.view.dom, isShown ? (active?.name ?? null) : null)
  }
  const ask = (query: string, choose: SuggestState['choose'], mount: SuggestionMount): void => {
    asked += 1
    const question = asked
    const found = kind.find(query, editor.state)
    if (!(found instanceof Promise)) return show(found, query, choose, mount)
    // Without a response there is nothing to choose, and the text stays as typed.
    void found
      .catch(() => [])
      .then((items) => {
        if (question === asked && !editor.isDestroyed) show(items, query, choose, mount)
      })
  }
  const close = (): void => {
    asked += 1
    store.set(null)
    setActiveDescendant(editor.view.dom, null)
  }
  return Suggestion<SuggestItem, SuggestItem>({
    pluginKey: kind.key,
    editor,
    char: kind.char,
    // The landmark for floating elements, where screen readers find it.
    container: '[data-mantine-shared-portal-node]',
    decorationClass: 'note-slash',
    allow: ({ state, range }) => kind.isAllowed(state, range.from),
    findSuggestionMatch: ({ $position }) => {
      const before = $position.parent.textBetween(0, $position.parentOffset, undefined, '\ufffc')
      const query = kind.query(before)
      if (query === null) return null
      const to = $position.pos
      return { query, text: before, range: { from: to - query.length - kind.char.length, to } }
    },
    command: ({ editor: target, range, props }) => {
      props.run(target.chain().focus().deleteRange(range)).run()
      if (props.panel) onOpenPanel(props.panel)
    },
    render: () => ({
      onStart: ({ query, command, mount }) => ask(query, command, mount),
      onUpdate: ({ query, command, mount }) => ask(query, command, mount),
      onExit: close,
      onKeyDown: ({ event }) => handleKeyDown(event, editor, store),
    }),
  })
}

function handleKeyDown(event: KeyboardEvent, editor: Editor, store: SuggestStore): boolean {
  const state = store.read()
  if (!state || state.items.length === 0) return false
  const index = state.items.findIndex(({ name }) => name === state.activeName)
  const active = state.items[index]
  if (event.key === 'Enter' || event.key === 'Tab') {
    if (active) state.choose(active)
    return true
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const next = state.items.at((index + step) % state.items.length)
  if (step === 0 || !next) return false
  store.set({ ...state, activeName: next.name })
  setActiveDescendant(editor.view.dom, next.name)
  return true
}

/** Announces the highlighted item to screen readers, while the focus stays in the text. */
function setActiveDescendant(dom: HTMLElement, name: string | null): void {
  if (name === null) {
    dom.removeAttribute('aria-controls')
    dom.removeAttribute('aria-activedescendant')
    return
  }
  dom.setAttribute('aria-controls', suggestListId)
  dom.setAttribute('aria-activedescendant', suggestOptionId(name))
}
