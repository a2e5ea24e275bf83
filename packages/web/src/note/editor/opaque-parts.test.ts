import { getSchema } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { noteExtensions, noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { areChangesKnown, opaqueExtensions } from './opaque-parts.ts'

type Spec =
  string | { name: string; attrs?: Record<string, unknown>; children?: Spec[]; marks?: Record<string, object> }

function build(spec: Spec): Y.XmlElement | Y.XmlText {
  if (typeof spec === 'string') return new Y.XmlText(spec)
  if (spec.name === 'text') {
    const text = new Y.XmlText()
    text.applyDelta([{ insert: 'marked', attributes: spec.marks ?? {} }])
    return text
  }
  const element = new Y.XmlElement(spec.name)
  for (const [name, value] of Object.entries(spec.attrs ?? {})) element.setAttribute(name, value as string)
  element.insert(0, (spec.children ?? []).map(build))
  return element
}

function noteOf(...blocks: Spec[]): Y.XmlFragment {
  const fragment = new Y.Doc().getXmlFragment('default')
  fragment.insert(0, blocks.map(build))
  return fragment
}

const paragraph = (...children: Spec[]): Spec => ({ name: 'paragraph', children })
const wide = (fragment: Y.XmlFragment) => {
  const opaque = opaqueExtensions(fragment)
  if (!opaque) throw new Error('It cannot be held')
  return getSchema([...noteExtensions, ...opaque])
}

const newer: Spec[] = [
  paragraph('before'),
  { name: 'banner', attrs: { kind: 'info', list: [1] }, children: [paragraph('inside'), { name: 'stamp' }] },
  {
    name: 'details',
    children: [
      { name: 'summary', children: ['short'] },
      { name: 'more', children: [paragraph('long')] },
    ],
  },
  { name: 'paragraph', attrs: { mood: 'calm' }, children: ['a', { name: 'date', attrs: { at: '2026' } }, 'b'] },
  paragraph({
    name: 'text',
    marks: { comment: { id: 7 }, bold: {}, link: { href: 'https://a.b', target: '_self', title: 'new' } },
  }),
  { name: 'blockquote', children: [{ name: 'video', attrs: { src: 'x' } }] },
]

describe('a note with nodes, marks and attributes of a newer version', () => {
  it('loses them in an editor that only knows its own parts', () => {
    const fragment = noteOf(...newer)
    yXmlFragmentToProseMirrorRootNode(fragment, noteSchema)
    expect(fragment.toJSON()).not.toContain('banner')
  })

  it('is opened, edited around them and written back in full', () => {
    const fragment = noteOf(...newer)
    const before = fragment.toJSON()
    const schema = wide(fragment)
    const note = yXmlFragmentToProseMirrorRootNode(fragment, schema)
    expect(fragment.toJSON()).toBe(before)
    note.check()
    const { tr } = EditorState.create({ doc: note })
    tr.insertText('just ', 1)
    updateYFragment(fragment.doc as Y.Doc, fragment, tr.doc, { mapping: new Map(), isOMark: new Map() })
    expect(fragment.toJSON()).toContain('just before')
    expect(fragment.toJSON().replace('just ', '')).toBe(before)
  })

  it('stays editable with a malformed structure and an attribute that no schema has', () => {
    const fragment = noteOf({ name: 'bulletList', children: [paragraph('loose')] }, paragraph('kept'))
    const block = fragment.get(1) as Y.XmlElement
    block.setAttribute('mood', 'calm')
    const note = yXmlFragmentToProseMirrorRootNode(fragment, wide(fragment))
    expect(note.textContent).toContain('kept')
    expect(block.getAttribute('mood')).toBe('calm')
  })

  it('needs no extensions if every part is known', () => {
    expect(
      opaqueExtensions(noteOf(paragraph('plain'), { name: 'heading', attrs: { level: 2 }, children: ['x'] })),
    ).toEqual([])
  })

  it.each<[string, Spec[]]>([
    ['in a list, which accepts only its items', [{ name: 'bulletList', children: [{ name: 'newItem' }] }]],
    ['in code, which accepts only text', [{ name: 'codeBlock', children: ['x', { name: 'pill' }] }]],
    ['with a name that is no name', [{ name: '<img src=x>' }]],
    ['with the name of a mark', [{ name: 'link' }]],
    ['as block here and in a line there', [{ name: 'chip' }, paragraph('x', { name: 'chip' })]],
  ])('can only be read when it has one %s', (_where, blocks) => {
    expect(opaqueExtensions(noteOf(...blocks))).toBeNull()
  })
})

describe('a remote change', () => {
  const isKnown = (schema: typeof noteSchema, fragment: Y.XmlFragment, change: () => void): boolean => {
    const answers: boolean[] = []
    fragment.observeDeep((events) => answers.push(areChangesKnown(schema, events)))
    fragment.doc?.transact(change)
    return answers.every(Boolean)
  }
  const first = (fragment: Y.XmlFragment) => fragment.get(0) as Y.XmlElement

  it.each<[string, boolean, (fragment: Y.XmlFragment) => void]>([
    ['a known block', true, (note) => note.push([build(paragraph('x'))])],
    ['words', true, (note) => (first(note).get(0) as Y.XmlText).insert(0, 'x')],
    ['a known mark', true, (note) => (first(note).get(0) as Y.XmlText).format(0, 1, { bold: {} })],
    ['a mark removed', true, (note) => (first(note).get(0) as Y.XmlText).format(0, 1, { comment: null })],
    ['a known attribute', true, (note) => first(note).setAttribute('indent', '30')],
    ['an unknown block', false, (note) => note.push([build({ name: 'banner' })])],
    ['one deep inside', false, (note) => note.push([build({ name: 'blockquote', children: [{ name: 'video' }] })])],
    ['an unknown mark', false, (note) => (first(note).get(0) as Y.XmlText).format(0, 1, { comment: { id: 1 } })],
    ['a new attribute of a mark', false, (note) => (first(note).get(0) as Y.XmlText).format(0, 1, { bold: { x: 1 } })],
    ['an unknown attribute', false, (note) => first(note).setAttribute('mood', 'calm')],
    ['an attribute of all objects', false, (note) => first(note).setAttribute('constructor', 'x')],
  ])('is looked at: %s', (_what, expected, change) => {
    const fragment = noteOf(paragraph('words'))
    expect(isKnown(noteSchema, fragment, () => change(fragment))).toBe(expected)
  })

  it('may add more of the parts that the schema was extended for, but not where they do not fit', () => {
    const fragment = noteOf(paragraph('x'), { name: 'banner', children: [paragraph('inside')] })
    const schema = wide(fragment)
    const banner: Spec = { name: 'banner', children: [paragraph('more')] }
    expect(isKnown(schema, fragment, () => fragment.push([build(banner)]))).toBe(true)
    expect(isKnown(schema, fragment, () => first(fragment).push([build(banner)]))).toBe(false)
    expect(
      isKnown(schema, fragment, () => (fragment.get(1) as Y.XmlElement).push([build({ name: 'horizontalRule' })])),
    ).toBe(false)
  })
})
