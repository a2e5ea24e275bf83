import { NOTE_MAX_DEPTH, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { anyNote, paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { noteDocumentFrom, noteJsonToState } from '../note-yjs.ts'
import { UpdateBounds, updateBounds } from './update-bounds.ts'

const documentOf = (note: NoteJson = paragraphNote('words')): Y.Doc =>
  noteDocumentFrom({ snapshot: noteJsonToState(note), updates: [] })

/** Whether the server would accept a change of this document. */
function isAccepted(document: Y.Doc, change: (fragment: Y.XmlFragment) => void): boolean {
  const person = new Y.Doc()
  Y.applyUpdate(person, Y.encodeStateAsUpdate(document))
  const before = Y.encodeStateVector(person)
  change(person.getXmlFragment('default'))
  return new UpdateBounds(document).admits(Y.decodeUpdate(Y.encodeStateAsUpdate(person, before)).structs)
}

const paragraphOf = (fragment: Y.XmlFragment) => fragment.get(0) as Y.XmlElement
const wordsOf = (fragment: Y.XmlFragment) => paragraphOf(fragment).get(0) as Y.XmlText

function nest(parent: Y.XmlFragment | Y.XmlElement, depth: number): Y.XmlElement {
  let target: Y.XmlFragment | Y.XmlElement = parent
  for (let at = 0; at < depth; at += 1) {
    const child = new Y.XmlElement('blockquote')
    target.insert(0, [child])
    target = child
  }
  return target as Y.XmlElement
}

describe('the bounds of an update', () => {
  it('accept every note that the schema allows, at once and in steps', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        const whole = Y.decodeUpdate(noteJsonToState(note)).structs
        expect(new UpdateBounds(new Y.Doc()).admits(whole)).toBe(true)
        expect(isAccepted(documentOf(note), (fragment) => nest(fragment, 3).insert(0, [new Y.XmlText('x')]))).toBe(true)
      }),
    )
  })

  it.each([0, 1, NOTE_MAX_DEPTH - 1, NOTE_MAX_DEPTH])('accept elements nested %i deep', (depth) => {
    expect(isAccepted(new Y.Doc(), (fragment) => nest(fragment, depth + 1))).toBe(true)
  })

  it.each([NOTE_MAX_DEPTH + 2, 1_000])('refuse elements nested %i deep, quickly', (depth) => {
    const document = new Y.Doc()
    const begin = performance.now()
    expect(isAccepted(document, (fragment) => nest(fragment, depth))).toBe(false)
    expect(performance.now() - begin).toBeLessThan(5_000)
  })

  it('include the depth of existing elements, whichever neighbour or parent the new one is attached to', () => {
    const document = new Y.Doc()
    const deepest = nest(document.getXmlFragment('default'), NOTE_MAX_DEPTH - 3)
    deepest.push([new Y.XmlElement('paragraph'), new Y.XmlElement('paragraph')])
    const grow = (more: number, at: number) =>
      isAccepted(document, (fragment) => {
        let target = fragment.get(0) as Y.XmlElement
        while (target.get(0) instanceof Y.XmlElement && (target.get(0) as Y.XmlElement).nodeName === 'blockquote')
          target = target.get(0) as Y.XmlElement
        const sibling = new Y.XmlElement('blockquote')
        target.insert(at, [sibling])
        nest(sibling, more)
      })
    for (const at of [0, 1, 2]) {
      expect(grow(2, at), `at ${at}`).toBe(true)
      expect(grow(10, at), `at ${at}`).toBe(false)
    }
  })

  it('include the depth of elements that arrive in steps', () => {
    const document = new Y.Doc()
    const bounds = new UpdateBounds(document)
    const person = new Y.Doc()
    let target: Y.XmlFragment | Y.XmlElement = person.getXmlFragment('default')
    let depthReached = 0
    for (; depthReached < 500; depthReached += 1) {
      const before = Y.encodeStateVector(person)
      target = nest(target, 1)
      const update = Y.encodeStateAsUpdate(person, before)
      if (!bounds.admits(Y.decodeUpdate(update).structs)) break
      Y.applyUpdate(document, update)
    }
    expect(depthReached).toBeGreaterThanOrEqual(NOTE_MAX_DEPTH)
    expect(depthReached).toBeLessThanOrEqual(NOTE_MAX_DEPTH + 1)
  })

  it.each<[string, boolean, (fragment: Y.XmlFragment) => void]>([
    ['a long link', true, (note) => wordsOf(note).format(0, 2, { link: { href: `https://a.b/${'x'.repeat(3_000)}` } })],
    ['a link of megabytes', false, (note) => wordsOf(note).format(0, 2, { link: { href: 'x'.repeat(1_000_000) } })],
    ['a mark with a huge name', false, (note) => wordsOf(note).format(0, 2, { ['x'.repeat(101)]: {} })],
    ['a mark with a list of much', false, (note) => wordsOf(note).format(0, 2, { bold: Array(5_000).fill(0) })],
    ['an attribute of a newer version', true, (note) => paragraphOf(note).setAttribute('data', 'x'.repeat(9_000))],
    ['an attribute of megabytes', false, (note) => paragraphOf(note).setAttribute('data', 'x'.repeat(1_000_000))],
    ['an attribute with a huge name', false, (note) => paragraphOf(note).setAttribute('x'.repeat(101), 'x')],
    ['an attribute of bytes', false, (note) => paragraphOf(note).setAttribute('a', new Uint8Array(9) as never)],
    ['a cell over some columns', true, (note) => paragraphOf(note).setAttribute('colspan', 12 as never)],
    ['a cell over a billion columns', false, (note) => paragraphOf(note).setAttribute('colspan', 1e9 as never)],
    ['a cell over a thousand rows', false, (note) => paragraphOf(note).setAttribute('rowspan', 1_000 as never)],
    ['an element with a huge name', false, (note) => note.push([new Y.XmlElement('x'.repeat(200))])],
    ['an embedded megabyte', false, (note) => wordsOf(note).insertEmbed(0, { data: 'x'.repeat(1_000_000) })],
    ['a document in the document', false, (note) => note.doc?.getMap('other').set('sub', new Y.Doc())],
    ['words', true, (note) => wordsOf(note).insert(0, 'x'.repeat(50_000))],
  ])('are kept for %s (%s)', (_what, expected, change) => {
    expect(isAccepted(documentOf(), change)).toBe(expected)
  })

  it('limit the number of different marks in a note, in one update or in many', () => {
    const names = Array.from({ length: updateBounds.markNames + 1 }, (_, index) => `mark${index}`)
    expect(
      isAccepted(documentOf(), (note) => names.slice(1).forEach((name) => wordsOf(note).format(0, 2, { [name]: {} }))),
    ).toBe(true)
    expect(
      isAccepted(documentOf(), (note) => names.forEach((name) => wordsOf(note).format(0, 2, { [name]: {} }))),
    ).toBe(false)
  })
})
