/**
 * LeanCollaboration and CarefulBinding reach into the binding of shared document and editor, where no types and no
 * promise of its makers hold. Whoever brings another version of it learns here, and not from notes that were harmed, that
 * these places have to be read again.
 */
import { getSchema } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import {
  absolutePositionToRelativePosition,
  getRelativeSelection,
  ProsemirrorBinding,
  updateYFragment,
  ySyncPlugin,
  yUndoPlugin,
} from '@tiptap/y-tiptap'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { noteExtensions } from '@knowreel/shared/note/note-schema.ts'

/** What was read when the files of this folder were written, in y-tiptap 3.0.9. */
const known = {
  ProsemirrorBinding: 'b0927d314a0dba78',
  ySyncPlugin: '05bb05fe911649f1',
  yUndoPlugin: 'fcf287315f73582c',
  updateYFragment: '7f8815dc6003f4c6',
  getRelativeSelection: '938c52555cf51fb1',
  absolutePositionToRelativePosition: 'a146e2558873d586',
}

const present = {
  ProsemirrorBinding,
  ySyncPlugin,
  yUndoPlugin,
  updateYFragment,
  getRelativeSelection,
  absolutePositionToRelativePosition,
}

const advice = (name: string): string =>
  `${name} of @tiptap/y-tiptap is not what lean-collaboration.ts and careful-binding.ts were written for. Compare both
versions, adapt these files, run "npm run bench fuzz" with two seeds and "npm run bench editor", then write the new sum here.`

const hexOf = (sum: ArrayBuffer): string =>
  [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

describe('the binding that is made lean', () => {
  it.each(Object.keys(known) as (keyof typeof known)[])('has the %s that was read', async (name) => {
    const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(present[name])))
    expect(hexOf(sum).slice(0, 16), advice(name)).toBe(known[name])
  })

  it('is made by the plugin before there is an editor, with what is taken in hand', () => {
    const fragment = new Y.Doc().getXmlFragment(NOTE_FRAGMENT)
    const mapping = new Map()
    const sync = ySyncPlugin(fragment, { mapping })
    const made: unknown = sync.spec.state?.init({}, {} as EditorState)
    const { binding } = made as { binding: ProsemirrorBinding }
    expect(binding, advice('ySyncPlugin')).toBeInstanceOf(ProsemirrorBinding)
    expect(binding.mapping, advice('ProsemirrorBinding')).toBe(mapping)
    expect(binding.type, advice('ProsemirrorBinding')).toBe(fragment)
    const functions = ['_observeFunction', '_prosemirrorChanged', '_isLocalCursorInView', '_forceRerender'] as const
    for (const name of functions) expect(typeof binding[name], advice(name)).toBe('function')
    expect(binding, advice('beforeAllTransactions')).toMatchObject({
      beforeAllTransactions: expect.any(Function) as unknown,
      beforeTransactionSelection: null,
      prosemirrorView: null,
    })
    const getter = Object.getOwnPropertyDescriptor(ProsemirrorBinding.prototype, '_tr')
    expect(getter, advice('_tr')).toHaveProperty('get')
  })

  it('keeps its undo manager under the names that are replaced', () => {
    const fragment = new Y.Doc().getXmlFragment(NOTE_FRAGMENT)
    const sync = ySyncPlugin(fragment)
    const undo = yUndoPlugin()
    const schema = getSchema([...noteExtensions])
    const state = { schema, config: { pluginsByKey: {} } } as unknown as EditorState
    const synced = sync.spec.state?.init({}, state) as object
    const begun = undo.spec.state?.init({}, Object.assign(state, { 'y-sync$': synced })) as object
    expect(Object.keys(begun).toSorted(), advice('yUndoPlugin')).toEqual(
      ['hasRedoOps', 'hasUndoOps', 'prevSel', 'undoManager'].toSorted(),
    )
  })
})
