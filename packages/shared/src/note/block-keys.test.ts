import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { splitBlock } from '@tiptap/pm/commands'
import { Node } from '@tiptap/pm/model'
import { describe, expect, it, vi } from 'vitest'
import { BlockKeys } from './block-keys.ts'
import type { NoteNode } from './note-document.ts'
import { noteSchema } from './note-schema.ts'

const plugins = (): Plugin[] => {
  const make = BlockKeys.config.addProseMirrorPlugins as (() => Plugin[]) | undefined
  return make?.call({} as never) ?? []
}

function edit(blocks: readonly NoteNode[], change: (transaction: Transaction) => Transaction): (string | null)[] {
  const doc = noteSchema.nodeFromJSON({ type: 'doc', content: blocks })
  const state = EditorState.create({ doc, plugins: plugins() })
  const after = state.apply(change(state.tr))
  return after.doc.children.map((node) => node.attrs['key'] as string | null)
}

const block = (text: string, key?: string): NoteNode => ({
  type: 'paragraph',
  attrs: { key: key ?? null },
  content: [{ type: 'text', text }],
})
const one = 'aaaaaaaaaaaaaaaa'
const other = 'bbbbbbbbbbbbbbbb'

describe('the keys of blocks', () => {
  it('are assigned when someone types', () => {
    const keys = edit([block('a'), block('b', one)], (transaction) => transaction.insertText('x', 2))
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{16}$/), one])
  })

  it('do not require a walk through the note for a key typed inside a block', () => {
    const walk = vi.spyOn(Node.prototype, 'descendants')
    edit([block('a', one), block('b', other)], (transaction) => transaction.insertText('x', 2).delete(1, 2))
    expect(walk).not.toHaveBeenCalled()
    edit([block('a', one), block('b', other)], (transaction) => transaction.delete(2, 5))
    expect(walk).toHaveBeenCalled()
    walk.mockRestore()
  })

  it('are not assigned to remote changes', () => {
    const keys = edit([block('a')], (transaction) =>
      transaction.insertText('x', 2).setMeta('y-sync$', { isChangeOrigin: true }),
    )
    expect(keys).toEqual([null])
  })

  it('stay with the first part of a block that is split', () => {
    let split: (string | null)[] = []
    const doc = noteSchema.nodeFromJSON({ type: 'doc', content: [block('ab', one)] })
    const state = EditorState.create({ doc, plugins: plugins() })
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 2)))
    splitBlock(selected, (transaction) => {
      split = selected.apply(transaction).doc.children.map((node) => node.attrs['key'] as string | null)
    })
    expect(split).toEqual([one, expect.not.stringMatching(one)])
  })

  it('stay with the original block when a copy is pasted before it', () => {
    const keys = edit([block('a', one), block('b', other)], (transaction) =>
      transaction.insert(0, noteSchema.nodeFromJSON(block('b', other))),
    )
    expect(keys[2]).toBe(other)
    expect(new Set(keys).size).toBe(3)
  })
})
