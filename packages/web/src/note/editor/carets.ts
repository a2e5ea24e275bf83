/**
 * Where colleagues are in the text: a caret in the colour of the person, with the first name above it. The name shows
 * while the caret moves and fades two seconds later; it comes back under the pointer.
 */
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { Awareness } from 'y-protocols/awareness'
import { colourOfId } from '../../ui/person-colour.ts'

const nameMs = 2000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] || name

/** Without a word joiner in it, browsers put the own caret behind it or break the line at it. */
const joiner = '\u2060'

export function renderCaret(user: Record<string, unknown>): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'note-caret'
  caret.dataset.colour = String(colourOfId(text(user.id)))
  caret.dataset.client = String(user.client)
  // Drawn by the style sheet: the name is not part of the text, for copying and for readers of the screen.
  caret.dataset.name = firstName(text(user.name))
  caret.ariaHidden = 'true'
  caret.append(joiner)
  return caret
}

export const renderSelection = (user: Record<string, unknown>) => ({
  class: 'note-selection',
  'data-colour': String(colourOfId(text(user.id))),
})

type AwarenessChange = { readonly added: readonly number[]; readonly updated: readonly number[] }

/** Shows the names of the carets that just moved. It works on the carets themselves, so no key waits for it. */
export const CaretNames = Extension.create<{ awareness: Awareness | null }>({
  name: 'caretNames',

  addOptions: () => ({ awareness: null }),

  addProseMirrorPlugins() {
    const { awareness } = this.options
    if (!awareness) return []
    return [
      new Plugin({
        key: new PluginKey('caretNames'),
        view: ({ dom }) => {
          const timers = new Map<number, ReturnType<typeof setTimeout>>()
          const find = (client: number) => dom.querySelector<HTMLElement>(`.note-caret[data-client="${client}"]`)
          const show = (client: number): void => {
            find(client)?.setAttribute('data-moving', '')
            clearTimeout(timers.get(client))
            timers.set(
              client,
              setTimeout(() => find(client)?.removeAttribute('data-moving'), nameMs),
            )
          }
          const onChange = ({ added, updated }: AwarenessChange): void => {
            const others = [...added, ...updated].filter((client) => client !== awareness.clientID)
            // The caret is drawn after this event.
            if (others.length > 0) requestAnimationFrame(() => others.forEach(show))
          }
          awareness.on('change', onChange)
          return {
            destroy() {
              awareness.off('change', onChange)
              for (const timer of timers.values()) clearTimeout(timer)
            },
          }
        },
      }),
    ]
  },
})
