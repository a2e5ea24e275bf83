/**
 * Carets of colleagues, in the person's colour with the first name above. The name fades two seconds after the caret
 * moved and returns on hover.
 */
import { type AnyExtension, Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { type DecorationAttrs, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { setMeta, yCursorPluginKey } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import { colourOfId } from '../../../ui/identity/person-colour.ts'
import { ThrottledAwareness } from '../sync/throttled-awareness.ts'
import { blockCarets } from './block-carets.ts'
import { CaretNames } from './caret-names.ts'

type CaretUser = Readonly<Record<string, unknown>>

const asString = (value: unknown): string => (typeof value === 'string' ? value : '')
const firstName = (name: string): string => name.trim().split(/\s+/u)[0] || name
const userColour = (user: CaretUser): string => String(colourOfId(asString(user['id'])))

/** Without a word joiner in it, browsers put the local caret behind it or break the line there. */
const wordJoiner = '\u2060'

function renderCaret(user: CaretUser): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'note-caret'
  caret.dataset['colour'] = userColour(user)
  caret.dataset['client'] = String(user['client'])
  // Rendered by CSS, so that the name is neither copied nor read by screen readers.
  caret.dataset['name'] = firstName(asString(user['name']))
  caret.ariaHidden = 'true'
  caret.append(wordJoiner)
  return caret
}

const renderSelection = (user: CaretUser): DecorationAttrs => ({
  class: 'note-selection',
  'data-colour': userColour(user),
})

const renderBlockMark = (client: number, user: CaretUser): DecorationAttrs => ({
  class: 'note-frame',
  'data-client': String(client),
  'data-colour': userColour(user),
  'data-name': firstName(asString(user['name'])),
})

const userOf = (awareness: Awareness, client: number): CaretUser =>
  (awareness.getStates().get(client)?.['user'] ?? {}) as CaretUser

export const caretExtensions = (awareness: Awareness): AnyExtension[] => [
  blockCarets({
    isCollapsed: (client) => {
      const cursor = awareness.getStates().get(client)?.['cursor'] as { anchor: unknown; head: unknown } | undefined
      return JSON.stringify(cursor?.anchor) === JSON.stringify(cursor?.head)
    },
    markBlock: (client) => renderBlockMark(client, userOf(awareness, client)),
  }).configure({
    provider: { awareness: new ThrottledAwareness(awareness) },
    user: userOf(awareness, awareness.clientID),
    render: renderCaret,
    selectionRender: renderSelection,
  }),
  MovingCaretNames.configure({ awareness }),
]

type AwarenessChange = { readonly added: readonly number[]; readonly updated: readonly number[] }

const MovingCaretNames = Extension.create<{ awareness: Awareness | null }>({
  name: 'caretNames',
  // Its view must update after that of the caret extension.
  priority: 998,

  addOptions: () => ({ awareness: null }),

  addProseMirrorPlugins() {
    const { awareness } = this.options
    if (!awareness) return []
    return [
      new Plugin({
        key: new PluginKey('caretNames'),
        view: (view) => {
          const names = new CaretNames(view)
          const showNames = ({ added, updated }: AwarenessChange): void => {
            const moved = [...added, ...updated].filter((client) => client !== awareness.clientID)
            if (moved.length > 0) requestAnimationFrame(() => moved.forEach((client) => names.show(client)))
          }
          awareness.on('change', showNames)
          return {
            update(_view, before) {
              restoreHiddenCarets(view, before)
              names.draw()
            },
            destroy() {
              awareness.off('change', showNames)
              names.destroy()
            },
          }
        },
      }),
    ]
  },
})

/** The caret extension hides all carets when blocks are added or removed locally, until a colleague moves. */
function restoreHiddenCarets(view: EditorView, before: EditorState): void {
  const areHidden = (state: EditorState) => yCursorPluginKey.getState(state) === DecorationSet.empty
  if (areHidden(view.state) && !areHidden(before)) setMeta(view, yCursorPluginKey, { awarenessUpdated: true })
}
