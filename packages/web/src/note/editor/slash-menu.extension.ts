/**
 * "/" at the beginning of a line opens the list of blocks. What is shown is kept in a small store, so that the list is
 * drawn by React beside the editor while the keys stay with the editor.
 */
import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionMount } from '@tiptap/suggestion'
import { matchingCommands, slashQuery, type SlashCommand } from './slash-commands.ts'

export type SlashState = {
  readonly commands: readonly SlashCommand[]
  readonly activeName: string
  readonly choose: (command: SlashCommand) => void
  /** Keeps an element beside the caret; returns what takes it away. */
  readonly mount: SuggestionMount
}

export type SlashStore = {
  subscribe: (listener: () => void) => () => void
  read: () => SlashState | null
  set: (state: SlashState | null) => void
}

export function createSlashStore(): SlashStore {
  const listeners = new Set<() => void>()
  let state: SlashState | null = null
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

export const slashListId = 'note-blocks'
export const slashOptionId = (name: string): string => `${slashListId}-${name}`

const key = new PluginKey('slashMenu')

export const SlashMenuExtension = Extension.create<{ store: SlashStore }>({
  name: 'slashMenu',

  addOptions: () => ({ store: createSlashStore() }),

  addProseMirrorPlugins() {
    const { store } = this.options
    const { editor } = this
    const show = (commands: readonly SlashCommand[], choose: SlashState['choose'], mount: SuggestionMount): void => {
      const first = commands[0]
      const before = store.read()?.activeName
      const active = commands.find(({ name }) => name === before) ?? first
      store.set(active ? { commands, activeName: active.name, choose, mount } : null)
      announce(editor.view.dom, active?.name ?? null)
    }
    return [
      Suggestion<SlashCommand, SlashCommand>({
        pluginKey: key,
        editor,
        char: '/',
        // The landmark for what floats, where readers find it.
        container: '[data-mantine-shared-portal-node]',
        decorationClass: 'note-slash',
        allow: ({ state, range }) => state.doc.resolve(range.from).parent.type.name === 'paragraph',
        findSuggestionMatch: ({ $position }) => {
          const before = $position.parent.textBetween(0, $position.parentOffset, undefined, '\ufffc')
          const query = slashQuery(before)
          return query === null ? null : { query, text: before, range: { from: $position.start(), to: $position.pos } }
        },
        command: ({ editor: target, range, props }) => {
          props.run(target.chain().focus().deleteRange(range)).run()
        },
        render: () => ({
          onStart: ({ query, command, mount }) => show(matchingCommands(query), command, mount),
          onUpdate: ({ query, command, mount }) => show(matchingCommands(query), command, mount),
          onExit: () => {
            store.set(null)
            announce(editor.view.dom, null)
          },
          onKeyDown: ({ event }) => {
            const state = store.read()
            if (!state) return false
            const index = state.commands.findIndex(({ name }) => name === state.activeName)
            const active = state.commands[index]
            if (event.key === 'Enter' || event.key === 'Tab') {
              if (active) state.choose(active)
              return true
            }
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            const next = state.commands.at((index + step) % state.commands.length)
            if (step === 0 || !next) return false
            store.set({ ...state, activeName: next.name })
            announce(editor.view.dom, next.name)
            return true
          },
        }),
      }),
    ]
  },
})

/** Tells screen readers which block is chosen, while the focus stays in the text. */
function announce(dom: HTMLElement, name: string | null): void {
  if (name === null) {
    dom.removeAttribute('aria-controls')
    dom.removeAttribute('aria-activedescendant')
    return
  }
  dom.setAttribute('aria-controls', slashListId)
  dom.setAttribute('aria-activedescendant', slashOptionId(name))
}
