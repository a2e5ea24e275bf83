import fc from 'fast-check'
import { Fragment, type Node } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { patchContent } from './patch-content.ts'

const paragraph = (text: string, isBold = false): Node =>
  noteSchema.node(
    'paragraph',
    null,
    text === '' ? [] : [noteSchema.text(text, isBold ? [noteSchema.mark('bold')] : [])],
  )
const list = (...lines: string[]): Node =>
  noteSchema.node(
    'bulletList',
    null,
    lines.map((line) => noteSchema.node('listItem', null, [paragraph(line)])),
  )

function change(former: Node[], next: Node[]): Transaction {
  const doc = noteSchema.node('doc', null, former)
  const transaction = EditorState.create({ doc }).tr
  patchContent(transaction, Fragment.from(next))
  return transaction
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 5 })
const block = fc.oneof(
  fc.tuple(words, fc.boolean()).map(([text, isBold]) => paragraph(text, isBold)),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => list(...lines)),
  fc.constant(noteSchema.node('horizontalRule')),
)
const blocks = fc.array(block, { minLength: 1, maxLength: 6 })

describe('a remote change', () => {
  it('replaces the differences between any two documents', () => {
    fc.assert(
      fc.property(blocks, blocks, (former, next) => {
        const { doc } = change(former, next)
        doc.check()
        expect(doc.toJSON()).toEqual(noteSchema.node('doc', null, next).toJSON())
      }),
      { numRuns: 400 },
    )
  })

  it('keeps unchanged blocks identical, and positions in them', () => {
    const [one, two, three] = [paragraph('one'), list('two', 'more'), paragraph('three')]
    const transaction = change([one, two, three], [one, list('two', 'much more'), three])
    expect(transaction.doc.child(0)).toBe(one)
    expect(transaction.doc.child(2)).toBe(three)
    // Before and after the inserted characters.
    expect(transaction.mapping.map(8)).toBe(8)
    expect(transaction.mapping.mapResult(10).deleted).toBe(false)
    expect(transaction.steps).toHaveLength(1)
  })

  it('replaces text at several positions separately', () => {
    const former = ['one', 'two', 'three'].map((text) => paragraph(text))
    const transaction = change(former, [paragraph('one!'), former[1] ?? paragraph(''), paragraph('three!')])
    expect(transaction.steps).toHaveLength(2)
    expect(transaction.mapping.map(8)).toBe(9)
  })

  it('does nothing if there is no difference', () => {
    expect(change([paragraph('one')], [paragraph('one')]).docChanged).toBe(false)
  })
})
