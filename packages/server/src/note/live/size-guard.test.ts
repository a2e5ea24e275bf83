import { NOTE_SERVER_LIMIT } from '@knowreel/shared/note/note-document.ts'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { documentSize, noteDocumentFrom, noteJsonToState } from '../note-yjs.ts'
import { SizeGuard } from './size-guard.ts'

const LIMIT = 60

type Edit = { client: number; kind: 'block' | 'text' | 'delete' | 'mark' | 'attribute'; at: number; length: number }

const edit: fc.Arbitrary<Edit> = fc.record({
  client: fc.nat(1),
  kind: fc.constantFrom('block', 'text', 'text', 'delete', 'mark', 'attribute'),
  at: fc.nat(30),
  length: fc.integer({ min: 1, max: 25 }),
})

function apply(document: Y.Doc, { kind, at, length }: Edit): void {
  const fragment = document.getXmlFragment('default')
  const block = fragment.length > 0 ? fragment.get(at % fragment.length) : null
  const text = block instanceof Y.XmlElement ? block.toArray().find((child) => child instanceof Y.XmlText) : null
  if (kind === 'delete' && block) fragment.delete(at % fragment.length, 1)
  else if (kind === 'text' && text) text.insert(at % (text.length + 1), 'ї'.repeat(length))
  else if (kind === 'mark' && text && text.length > 0) text.format(0, text.length, { bold: {} })
  else if (kind === 'attribute' && block instanceof Y.XmlElement) block.setAttribute('key', 'x'.repeat(length))
  else {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('a'.repeat(length))])
    fragment.insert(at % (fragment.length + 1), [paragraph])
  }
}

describe('the size guard of a note', () => {
  it('admits exactly the updates that keep the note within the limit or do not make it larger', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const server = new Y.Doc()
        const guard = new SizeGuard(server, 0, LIMIT)
        for (const one of edits) {
          // Each person's update is based on everything accepted so far.
          const person = new Y.Doc()
          person.clientID = one.client + 1_000 + person.clientID
          Y.applyUpdate(person, Y.encodeStateAsUpdate(server))
          const before = Y.encodeStateVector(person)
          apply(person, one)
          const update = Y.encodeStateAsUpdate(person, before)
          const [now, then] = [documentSize(server), documentSize(person)]
          expect(guard.admits(update)).toBe(then <= LIMIT || then <= now)
          if (then <= LIMIT || then <= now) Y.applyUpdate(server, update)
        }
      }),
    )
  })

  it('counts what waits for another update', () => {
    const person = new Y.Doc()
    person.getXmlFragment('default').insert(0, [new Y.XmlElement('paragraph')])
    const before = Y.encodeStateVector(person)
    apply(person, { client: 0, kind: 'block', at: 0, length: 50 })
    const server = new Y.Doc()
    const guard = new SizeGuard(server, 0, LIMIT)
    const waiting = Y.encodeStateAsUpdate(person, before)
    expect(guard.admits(waiting)).toBe(true)
    Y.applyUpdate(server, waiting)
    const other = new Y.Doc()
    apply(other, { client: 0, kind: 'block', at: 0, length: 20 })
    expect(guard.admits(Y.encodeStateAsUpdate(other))).toBe(true)
    Y.applyUpdate(server, Y.encodeStateAsUpdate(other))
    expect(guard.admits(Y.encodeStateAsUpdate(person))).toBe(false)
  })

  it('is cheap for a full note of thousands of blocks', () => {
    const lines = Array.from({ length: 5_400 }, (_, line) => `line ${line % 10}`)
    const server = noteDocumentFrom({ snapshot: noteJsonToState(paragraphNote(...lines)), updates: [] })
    const guard = new SizeGuard(server, 0)
    const person = new Y.Doc()
    Y.applyUpdate(person, Y.encodeStateAsUpdate(server))
    const updates: Uint8Array[] = []
    person.on('update', (update: Uint8Array) => updates.push(update))
    for (let key = 0; key < 2_000; key += 1) apply(person, { client: 0, kind: 'text', at: 3, length: 1 })
    const begin = performance.now()
    for (const update of updates) if (guard.admits(update)) Y.applyUpdate(server, update)
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(documentSize(server)).toBeLessThanOrEqual(NOTE_SERVER_LIMIT)
  })
})
