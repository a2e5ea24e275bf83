import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { generatedTextTransaction } from './insert-generated-text.ts'

const stateOf = (...blocks: readonly object[]) =>
  EditorState.create({ doc: noteSchema.nodeFromJSON({ type: 'doc', content: blocks }) })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const code = (text: string) => ({ type: 'codeBlock', content: [{ type: 'text', text }] })

function insert(state: EditorState, range: { from: number; to: number }, text: string, isBelow = false): string {
  const transaction = generatedTextTransaction(state, range, text, isBelow)
  transaction?.doc.check()
  return (
    transaction?.doc.content.content.map(({ type, textContent }) => `${type.name} ${textContent}`).join(' | ') ?? ''
  )
}

test('words replace words inside their block', () => {
  expect(insert(stateOf(paragraph('One two three')), { from: 5, to: 8 }, 'deux')).toBe('paragraph One deux three')
  expect(insert(stateOf(code('select 1')), { from: 8, to: 9 }, '**2**')).toBe('codeBlock select 2')
})

test('several blocks replace the selection', () => {
  const state = stateOf(paragraph('One'), paragraph('Two'))
  expect(insert(state, { from: 1, to: 9 }, '# Title\n\n- A\n- B')).toBe('heading Title | bulletList AB')
})

test('below, the selection stays', () => {
  const state = stateOf(paragraph('One'), paragraph('Two'))
  expect(insert(state, { from: 1, to: 4 }, 'Un', true)).toBe('paragraph One | paragraph Un | paragraph Two')
})

test('markup stays text', () => {
  const html = '<img src=x onerror=alert(1)>'
  expect(insert(stateOf(paragraph('One')), { from: 1, to: 4 }, html)).toBe(`paragraph ${html}`)
})
