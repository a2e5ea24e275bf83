import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { noteSchema } from '../note/note-schema.ts'
import { commentLength } from './comment-text.rules.ts'
import { commentExtensions, commentSchema } from './comment-schema.ts'

test('a comment holds nothing that a note could not hold', () => {
  expect(Object.keys(noteSchema.nodes)).toEqual(expect.arrayContaining(Object.keys(commentSchema.nodes)))
  expect(Object.keys(noteSchema.marks)).toEqual(expect.arrayContaining(Object.keys(commentSchema.marks)))
})

test('it holds text, marks, links, lists and mentions, and no picture, table or heading', () => {
  expect(Object.keys(commentSchema.nodes).toSorted()).toEqual([
    'bulletList',
    'doc',
    'hardBreak',
    'listItem',
    'mention',
    'orderedList',
    'paragraph',
    'text',
  ])
  expect(Object.keys(commentSchema.marks).toSorted()).toEqual(['bold', 'code', 'italic', 'link', 'strike', 'underline'])
})

test('an editor can be built from the same extensions', () => {
  expect(getSchema([...commentExtensions]).topNodeType.name).toBe('doc')
})

test('the length counts visible characters, neither tags nor line breaks', () => {
  const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const mention = { type: 'mention', attrs: { id: '0190c1f0-0000-7000-8000-000000000001', label: 'Ines Okafor' } }
  expect(commentLength({ type: 'doc', content: [words('Two'), words('lines')] })).toBe(8)
  expect(commentLength({ type: 'doc', content: [{ type: 'paragraph', content: [mention] }] })).toBe(12)
})
