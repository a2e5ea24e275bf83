/**
 * Carets of colleagues, in the person's colour with the first name above. The name fades two seconds after the caret
 * moved and returns on hover.
 */
import { type AnyExtension, Extension } from '@tiptap/core'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { type DecorationAttrs, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { setMeta, yCursorPluginKey } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import { colourOfId } from '../../../ui/identity/person-colour.ts'
import { ThrottledAwareness } from '../sync/throttled-awareness.ts'

const nameVisibleMs = 2000

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

export const caretExtensions = (awareness: Awareness): AnyExtension[] => [
  CollaborationCaret.configure({
    provider: { awareness: new ThrottledAwareness(awareness) },
    user: (awareness.getLocalState()?.['user'] ?? {}) as CaretUser,
    render: renderCaret,
    selectionRender: renderSelection,
  }),
  CaretNames.configure({ awareness }),
]

type AwarenessChange = { readonly added: readonly number[]; readonly updated: readonly number[] }

const CaretNames = Extension.create<{ awareness: Awareness | null }>({
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
          const timers = new Map<number, ReturnType<typeof setTimeout>>()
          const showNames = ({ added, updated }: AwarenessChange): void => {
            const moved = [...added, ...updated].filter((client) => client !== awareness.clientID)
            if (moved.length > 0) requestAnimationFrame(() => moved.forEach((client) => showName(view, client, timers)))
          }
          awareness.on('change', showNames)
          return {
            update: restoreHiddenCarets,
            destroy() {
              awareness.off('change', showNames)
              for (const timer of timers.values()) clearTimeout(timer)
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

function showName(view: EditorView, client: number, timers: Map<number, ReturnType<typeof setTimeout>>): void {
  const find = () => view.dom.querySelector<HTMLElement>(`.note-caret[data-client="${client}"]`)
  find()?.setAttribute('data-moving', '')
  clearTimeout(timers.get(client))
  timers.set(
    client,
    setTimeout(() => find()?.removeAttribute('data-moving'), nameVisibleMs),
  )
}
