import type { Node } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { person } from '../../../../test/person.ts'

const table = '<table><tbody><tr><td><p>first</p></td><td><p>second</p></td></tr></tbody></table>'
const line = () => document.querySelector<HTMLElement>('.note-trailing-line')
const blocks = ({ children }: Node) => children.map(({ type }) => type.name)

it('draws an empty line behind a last table, and writes it only when someone types there', async () => {
  const { editor, doc } = await openNoteEditor(table)
  await expect.poll(line).not.toBeNull()
  expect(doc.getXmlFragment(NOTE_FRAGMENT).length, 'the shared document').toBe(1)
  await person.click(page.elementLocator(line() as HTMLElement))
  await expect.poll(() => editor.isFocused).toBe(true)
  expect(line()?.hasAttribute('data-caret')).toBe(true)
  expect(blocks(editor.state.doc)).toEqual(['table'])
  expect(doc.getXmlFragment(NOTE_FRAGMENT).length).toBe(1)
  await person.type('after')
  await expect.poll(() => blocks(editor.state.doc)).toEqual(['table', 'paragraph'])
  expect(editor.state.doc.lastChild?.textContent).toBe('after')
  expect(line()).toBeNull()
})

it('Ctrl+End moves there, and composed words are written there too', async () => {
  const { editor } = await openNoteEditor(table)
  editor.commands.focus(4)
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.press('Control+End')
  expect(blocks(editor.state.doc)).toEqual(['table'])
  await person.compose(['に', 'にほん'], '日本')
  await expect.poll(() => editor.state.doc.lastChild?.textContent).toBe('日本')
  expect(blocks(editor.state.doc)).toEqual(['table', 'paragraph'])
})
