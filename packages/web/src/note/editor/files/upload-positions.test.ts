import { EditorState } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { insertFile, uploadPosition } from './insert-file.ts'
import { mapPositions, positionInNewDocument } from './upload-positions.ts'

const block = (key: string, text: string) => ({
  type: 'paragraph',
  attrs: { key },
  ...(text !== '' && { content: [{ type: 'text', text }] }),
})
const note = (...texts: string[]) =>
  noteSchema.nodeFromJSON({ type: 'doc', content: texts.map((text, at) => block(`key-${at}-${'x'.repeat(10)}`, text)) })
const src = '/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png'
const state = (...texts: string[]) => EditorState.create({ doc: note(...texts) })

describe('the position of an upload', () => {
  it('moves with text typed before it', () => {
    const before = state('one', 'two')
    const transaction = before.tr.insertText('zero ', 1)
    expect(mapPositions([{ id: 'a', position: 7 }], transaction, before.doc, undefined)).toEqual([
      { id: 'a', position: 12 },
    ])
  })

  it('keeps the order of several uploads at one position, whichever finishes first', () => {
    const before = state('one')
    const positions = ['a', 'b', 'c'].map((id) => ({ id, position: 4 }))
    const transaction = insertFile(before.tr, 4, { kind: 'image', attrs: { src } })
    if (!transaction) throw new Error('The note took no picture')
    expect(mapPositions(positions, transaction, before.doc, { removed: ['b'] })).toEqual([
      { id: 'a', position: 4 },
      { id: 'c', position: 5 },
    ])
  })

  it('stays in the same text after remote changes replace the document', () => {
    const before = state('one', 'two words', 'three')
    const position = before.doc.resolve(before.doc.child(0).nodeSize + 1 + 4).pos
    const after = note('one, longer', 'two words', 'three, longer')
    const transaction = before.tr.replaceWith(0, before.doc.content.size, after.content)
    transaction.setMeta(ySyncPluginKey, { isChangeOrigin: true })
    const [moved] = mapPositions([{ id: 'a', position }], transaction, before.doc, undefined)
    const $pos = after.resolve(moved?.position ?? 0)
    expect([$pos.parent.textContent, $pos.parentOffset]).toEqual(['two words', 4])
  })

  it('stays inside the document whatever others do', () => {
    const texts = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(texts, texts, fc.nat(40), (one, other, at) => {
        const before = note(...one)
        const after = note(...other)
        const position = positionInNewDocument(before, after, Math.min(at, before.content.size))
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual(after.content.size)
      }),
    )
  })
})

describe('an inserted file', () => {
  const types = (one: EditorState['tr'] | null) => one?.doc.content.content.map(({ type }) => type.name)

  it('is inline if it is an image, and below the block if it is an attachment', () => {
    const before = state('one', 'two')
    expect(uploadPosition(before, 2, 'image')).toBe(2)
    expect(uploadPosition(before, 2, 'attachment')).toBe(5)
    const picture = insertFile(before.tr, 2, { kind: 'image', attrs: { src } })
    expect(picture?.doc.child(0).content.content.map(({ type }) => type.name)).toEqual(['text', 'image', 'text'])
    const attached = insertFile(before.tr, 5, { kind: 'attachment', attrs: { name: 'a' } })
    expect(types(attached)).toEqual(['paragraph', 'fileAttachment', 'paragraph'])
  })

  it('uses the empty line, and adds one if it is the last block', () => {
    const before = state('one', '')
    const attached = insertFile(before.tr, before.doc.content.size, { kind: 'attachment', attrs: { name: 'a' } })
    expect(types(attached)).toEqual(['paragraph', 'fileAttachment', 'paragraph'])
    expect(attached?.doc.lastChild?.content.size).toBe(0)
  })

  it('goes below existing attachments', () => {
    const before = state('one', 'two')
    const first = insertFile(before.tr, uploadPosition(before, 2, 'attachment'), {
      kind: 'attachment',
      attrs: { name: 'a' },
    })
    const after = before.apply(first ?? before.tr)
    const second = insertFile(after.tr, uploadPosition(after, 2, 'attachment'), {
      kind: 'attachment',
      attrs: { name: 'b' },
    })
    expect(second?.doc.content.content.map(({ attrs }) => attrs['name'])).toEqual([undefined, 'a', 'b', undefined])
  })

  it('goes below code, which accepts no images', () => {
    const doc = noteSchema.nodeFromJSON({
      type: 'doc',
      content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'let a' }] }],
    })
    const before = EditorState.create({ doc })
    const position = uploadPosition(before, 3, 'image')
    expect(types(insertFile(before.tr, position, { kind: 'image', attrs: { src } }))?.slice(0, 2)).toEqual([
      'codeBlock',
      'paragraph',
    ])
  })

  it('produces a note that the schema allows, wherever it is inserted', () => {
    const doc = noteSchema.nodeFromJSON({
      type: 'doc',
      content: [
        block('a'.repeat(16), 'one'),
        { type: 'bulletList', content: [{ type: 'listItem', content: [block('b'.repeat(16), 'item')] }] },
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [block('c'.repeat(16), 'cell')] }] }],
        },
        { type: 'horizontalRule' },
      ],
    })
    const before = EditorState.create({ doc })
    for (let at = 0; at <= doc.content.size; at += 1) {
      for (const kind of ['image', 'attachment'] as const) {
        const made = insertFile(before.tr, uploadPosition(before, at, kind), { kind, attrs: { src, name: 'a' } })
        expect(() => made?.doc.check()).not.toThrow()
        expect(made).not.toBeNull()
      }
    }
  })
})
