/**
 * Where colleagues are in the text: a caret in the colour of the person, with the first name above it. The name shows
 * while the caret moves and fades two seconds later; it comes back under the pointer.
 *
 * Places are read from the shared document only for those who moved, at most once a frame; all others go along with the
 * text. So a colleague who types costs what the letters cost, in a long note as in a short one.
 */
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type ProsemirrorBinding, relativePositionToAbsolutePosition, ySyncPluginKey } from '@tiptap/y-tiptap'
import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { afterPaint } from '../../platform/after-paint.ts'
import { colourOfId } from '../../ui/person-colour.ts'
import { sharedPosition } from './sync/lean-collaboration.ts'

const nameMs = 2000

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] || name

/** Without a word joiner in it, browsers put the own caret behind it or break the line at it. */
const joiner = '\u2060'

type User = Readonly<Record<string, unknown>>

export function renderCaret(user: User, client: number): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'note-caret'
  caret.dataset.colour = String(colourOfId(text(user.id)))
  caret.dataset.client = String(client)
  // Drawn by the style sheet: the name is not part of the text, for copying and for readers of the screen.
  caret.dataset.name = firstName(text(user.name))
  caret.ariaHidden = 'true'
  caret.append(joiner)
  return caret
}

type AwarenessChange = {
  readonly added: readonly number[]
  readonly updated: readonly number[]
  readonly removed: readonly number[]
}

const key = new PluginKey<DecorationSet>('carets')

export const Carets = Extension.create<{ awareness: Awareness | null }>({
  name: 'carets',
  // Behind the plugin of the shared document, whose places are asked for.
  priority: 999,

  addOptions: () => ({ awareness: null }),

  addProseMirrorPlugins() {
    const { awareness } = this.options
    if (!awareness) return []
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (transaction, carets) => {
            const drawn = transaction.getMeta(key) as DecorationSet | undefined
            return drawn ?? (transaction.docChanged ? carets.map(transaction.mapping, transaction.doc) : carets)
          },
        },
        props: { decorations: (state) => key.getState(state) },
        view: (view) => new CaretsView(view, awareness),
      }),
    ]
  },
})

class CaretsView {
  readonly #view: EditorView
  readonly #awareness: Awareness
  /** Clients whose carets are to be looked for. */
  readonly #moved = new Set<number>()
  readonly #names = new Map<number, ReturnType<typeof setTimeout>>()
  #frame = 0
  #isTelling = false

  constructor(view: EditorView, awareness: Awareness) {
    this.#view = view
    this.#awareness = awareness
    awareness.on('change', this.#changed)
    for (const type of ['focusin', 'focusout'] as const) view.dom.addEventListener(type, this.#tell)
    this.#lookFor(awareness.getStates().keys())
  }

  update(view: EditorView, before: EditorState): void {
    if (view.state.doc !== before.doc || !view.state.selection.eq(before.selection)) this.#tellSoon()
    // A block that was moved away took the caret along.
    if (view.state.doc.childCount !== before.doc.childCount) this.#lookFor(this.#awareness.getStates().keys())
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame)
    this.#awareness.off('change', this.#changed)
    for (const type of ['focusin', 'focusout'] as const) this.#view.dom.removeEventListener(type, this.#tell)
    for (const timer of this.#names.values()) clearTimeout(timer)
    this.#awareness.setLocalStateField('cursor', null)
  }

  readonly #changed = ({ added, updated, removed }: AwarenessChange): void =>
    this.#lookFor([...added, ...updated, ...removed])

  #lookFor(clients: Iterable<number>): void {
    for (const client of clients) if (client !== this.#awareness.clientID) this.#moved.add(client)
    if (this.#moved.size > 0 && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    this.#frame = 0
    const view = this.#view
    const binding = bindingOf(view.state)
    if (view.isDestroyed || !binding) return
    const { doc } = view.state
    let carets = key.getState(view.state) ?? DecorationSet.empty
    const former = carets
    for (const client of this.#moved) {
      const shown = carets.find(undefined, undefined, (spec) => spec.client === client)
      const next = this.#decorationsOf(client, binding, doc.content.size)
      // The words it stands in have not arrived yet; it is told again with them.
      if (next === null) continue
      if (shown.length !== next.length || next.some((one, at) => !isSamePlace(one, shown[at]))) {
        carets = carets.remove(shown).add(doc, next)
      }
    }
    if (carets !== former) view.dispatch(view.state.tr.setMeta(key, carets).setMeta('addToHistory', false))
    this.#moved.forEach((client) => this.#showName(client))
    this.#moved.clear()
  }

  #decorationsOf(client: number, binding: ProsemirrorBinding, size: number): Decoration[] | null {
    const { user = {}, cursor } = (this.#awareness.getStates().get(client) ?? {}) as { user?: User; cursor?: Cursor }
    if (!cursor) return []
    const head = placeOf(cursor.head, binding, size)
    const isEmpty = JSON.stringify(cursor.anchor) === JSON.stringify(cursor.head)
    const anchor = isEmpty ? head : placeOf(cursor.anchor, binding, size)
    if (head === null || anchor === null) return null
    const look = { class: 'note-selection', 'data-colour': String(colourOfId(text(user.id))) }
    const caret = Decoration.widget(head, () => renderCaret(user, client), { key: String(client), side: 10, client })
    const selected = Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), look, { client })
    return anchor === head ? [caret] : [selected, caret].toSorted((one, other) => one.from - other.from)
  }

  /** Works on the caret itself, so no key waits for it. */
  #showName(client: number): void {
    const find = () => this.#view.dom.querySelector<HTMLElement>(`.note-caret[data-client="${client}"]`)
    find()?.setAttribute('data-moving', '')
    clearTimeout(this.#names.get(client))
    this.#names.set(
      client,
      setTimeout(() => find()?.removeAttribute('data-moving'), nameMs),
    )
  }

  /** The own letter is painted first. */
  #tellSoon(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    afterPaint(() => {
      this.#isTelling = false
      if (!this.#view.isDestroyed) this.#tell()
    })
  }

  /** Says where the own caret is; nobody needs to hear of it again when others wrote elsewhere. */
  readonly #tell = (): void => {
    const { state } = this.#view
    const binding = bindingOf(state)
    const told = this.#awareness.getLocalState()?.['cursor'] as Cursor | null | undefined
    if (!binding) return
    if (!this.#view.hasFocus()) {
      if (told) this.#awareness.setLocalStateField('cursor', null)
      return
    }
    const { anchor, head } = state.selection
    const sharedAnchor = sharedPosition(binding, state.doc, anchor)
    const cursor = {
      anchor: sharedAnchor,
      head: head === anchor ? sharedAnchor : sharedPosition(binding, state.doc, head),
    }
    if (JSON.stringify(told) !== JSON.stringify(cursor)) this.#awareness.setLocalStateField('cursor', cursor)
  }
}

type Cursor = { readonly anchor: unknown; readonly head: unknown }

const bindingOf = (state: EditorState): ProsemirrorBinding | null =>
  (ySyncPluginKey.getState(state) as { binding?: ProsemirrorBinding } | undefined)?.binding ?? null

function placeOf(place: unknown, { doc, type, mapping }: ProsemirrorBinding, size: number): number | null {
  const position = relativePositionToAbsolutePosition(doc, type, Y.createRelativePositionFromJSON(place), mapping)
  return position === null ? null : Math.min(position, Math.max(0, size - 1))
}

/** A word grows at its end before its writer has said where the caret is now. */
const isSamePlace = (one: Decoration, other: Decoration | undefined): boolean =>
  other !== undefined && one.from === other.from && one.to === other.to
