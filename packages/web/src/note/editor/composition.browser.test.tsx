import type { Editor } from '@tiptap/core'
import { applyUpdate, Doc, encodeStateAsUpdate, type XmlElement, type XmlText } from 'yjs'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { person } from '../../../test/person.ts'

async function focusAt(editor: Editor, position: number | 'end'): Promise<void> {
  editor.commands.focus(position)
  await expect.poll(() => editor.isFocused).toBe(true)
}

const japanese = async () => {
  await person.compose(['ｎ', 'に', 'にｈ', 'にほ', 'にほん', 'にほんご', '日本語'])
  await person.compose(['で', 'です'])
}
const korean = async () => {
  for (const steps of [
    ['ㅎ', '하', '한'],
    ['ㄱ', '그', '글'],
  ])
    await person.compose(steps)
}
/** Android composes every word, also Latin ones, and inserts the space with it. */
const android = async () => {
  await person.compose(['h', 'he', 'hel', 'helo', 'hello'], 'hello ')
  await person.compose(['w', 'wo', 'world'], 'world')
}

const table = '<table><tbody><tr><td><p></p></td><td><p></p></td></tr></tbody></table>'

it.each([
  ['Japanese', japanese, '日本語です'],
  ['Korean', korean, '한글'],
  ['words of Android', android, 'hello world'],
])('%s can be composed in a paragraph, a list, a table and an empty note', async (_what, write, text) => {
  const { editor } = await openNoteEditor('<p>before after</p>')
  await focusAt(editor, 8)
  await write()
  await expect.poll(() => editor.getText()).toBe(`before ${text}after`)
  editor.commands.setContent('<ul><li><p></p></li></ul>')
  await focusAt(editor, 3)
  await write()
  await expect.poll(() => editor.getText().trim()).toBe(text)
  editor.commands.setContent(`${table}<p></p>`)
  await focusAt(editor, 4)
  await write()
  await expect.poll(() => editor.state.doc.firstChild?.firstChild?.firstChild?.textContent).toBe(text)
  editor.commands.setContent('<p></p>')
  await focusAt(editor, 1)
  await write()
  await expect.poll(() => editor.getText()).toBe(text)
  expect(editor.state.doc.childCount).toBe(1)
})

it('Japanese can be composed in a formatted word, and is undone without a trace', async () => {
  const { editor } = await openNoteEditor('<p><strong>ab</strong>cd</p>')
  await focusAt(editor, 2)
  await japanese()
  await expect.poll(() => editor.getText()).toBe('a日本語ですbcd')
  expect(editor.getHTML()).toContain('<strong>a日本語ですb</strong>')
  await person.press('Control+z')
  await expect.poll(() => editor.getText()).toBe('abcd')
})

it('a composition survives what a colleague writes in another paragraph', async () => {
  const { editor, doc } = await openNoteEditor('<p>mine</p><p>theirs</p>')
  const colleague = new Doc()
  applyUpdate(colleague, encodeStateAsUpdate(doc))
  await focusAt(editor, 5)
  await person.compose(['に', 'にほ'], null)
  const words = (colleague.getXmlFragment('default').get(1) as XmlElement).get(0) as XmlText
  words.insert(6, ' changed')
  applyUpdate(doc, encodeStateAsUpdate(colleague))
  await person.compose(['にほん', '日本'])
  await expect.poll(() => editor.getText({ blockSeparator: '|' })).toBe('mine日本|theirs changed')
})

it('Enter that confirms a composition neither breaks the line nor runs the slash menu', async () => {
  const { editor } = await openNoteEditor('<p></p>')
  await focusAt(editor, 1)
  await person.type('/')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await person.compose(['ひ', 'ひょう', '表'], null)
  await person.compose([], '表')
  await expect.poll(() => editor.getText()).toBe('/表')
  expect(editor.state.doc.childCount).toBe(1)
})

it('a composition at the end of a note with a table goes into the empty line', async () => {
  const { editor } = await openNoteEditor(table)
  await focusAt(editor, 4)
  await person.press('Control+End')
  await korean()
  await expect.poll(() => editor.state.doc.lastChild?.textContent).toBe('한글')
})
