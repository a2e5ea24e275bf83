import type { Editor } from '@tiptap/core'
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement } from 'yjs'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { person } from '../../../../test/person.ts'
import { noteTextClass } from '../../note-text.tsx'

/** The editor focuses in the next frame. */
async function focusStart(editor: Editor): Promise<void> {
  editor.commands.focus('start')
  await expect.poll(() => editor.isFocused).toBe(true)
}

const table = '<table><tbody><tr><td><p>cell</p></td></tr></tbody></table>'
const columns =
  '<div data-type="columns" data-layout="two-column"><div data-type="column"><p>left</p></div><div data-type="column"><p>right</p></div></div>'
const picture = { type: 'image', attrs: { src: '/files/0193cf0a-0000-7000-8000-000000000009' } }

for (const [name, html] of Object.entries({ table, columns })) {
  it(`lands in an empty line after ${name} by Ctrl+End, and what is typed goes there`, async () => {
    const { editor, blocks } = await openNoteEditor(`<p>first</p>${html}`)
    await focusStart(editor)
    await person.press('Control+End')
    await person.type('after')
    await expect.poll(() => blocks().at(-1)).toBe('paragraph: after')
    expect(blocks()[0]).toBe('paragraph: first')
  })
}

it('changes nothing in a note that is merely opened, read and clicked', async () => {
  const { editor, doc, text } = await openNoteEditor(`<p>first</p>${table}`)
  const before = encodeStateAsUpdate(doc)
  await person.click(text.getByText('first'))
  await person.press('ArrowDown')
  editor.commands.selectAll()
  expect(encodeStateAsUpdate(doc)).toEqual(before)
})

it('adds the line with the block that needs it, and undo removes both', async () => {
  const { editor, blocks } = await openNoteEditor('<p>first</p>')
  editor.commands.setContent(`<p>first</p>${table}`)
  expect(blocks()).toEqual(['paragraph: first', 'table: cell', 'paragraph:'])
  editor.commands.undo()
  expect(blocks()).toEqual(['paragraph: first'])
})

it('adds the line after a picture at the end', async () => {
  const { editor, blocks } = await openNoteEditor('<p>first</p>')
  editor.commands.insertContentAt(6, picture)
  expect(blocks()).toEqual(['paragraph: first', 'paragraph:'])
})

it('leaves the line to the colleague who added the table', async () => {
  const { doc, blocks } = await openNoteEditor(`<p>first</p>`)
  const theirs = new Doc()
  applyUpdate(theirs, encodeStateAsUpdate(doc))
  theirs.getXmlFragment('default').push([new XmlElement('horizontalRule')])
  applyUpdate(doc, encodeStateAsUpdate(theirs))
  expect(blocks()).toEqual(['paragraph: first', 'horizontalRule:'])
})

it('keeps the table where it is when it is moved below the empty line', async () => {
  const { editor, blocks } = await openNoteEditor(`<p>first</p>${table}<p></p>`)
  editor.commands.focus(12)
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.press('Alt+Shift+ArrowDown', 'Alt+Shift+ArrowDown')
  expect(blocks()).toEqual(['paragraph: first', 'table: cell', 'paragraph:'])
})

it('pastes into the empty line', async () => {
  const { editor, blocks, paste } = await openNoteEditor(`<p>first</p>${table}`)
  await focusStart(editor)
  await person.press('Control+End')
  paste({ 'text/plain': 'pasted' })
  await expect.poll(() => blocks()).toEqual(['paragraph: first', 'table: cell', 'paragraph: pasted'])
})

for (const [where, left] of [
  ['left', 60],
  ['right', 1200],
] as const) {
  it(`puts the caret into the line ${where} of which was clicked`, async () => {
    const { editor, text } = await openNoteEditor('<p>first</p><p>second</p><p>third</p>')
    const line = text.getByText('second').element().getBoundingClientRect()
    await person.click(page.getByRole('main'), { at: { x: left, y: line.y + line.height / 2 } })
    expect(editor.isFocused).toBe(true)
    const { $from } = editor.state.selection
    expect([$from.parent.textContent, $from.parentOffset]).toEqual(['second', where === 'left' ? 0 : 6])
  })
}

it('is not shown to readers', async () => {
  const { doc, editor } = await openNoteEditor('<p>first</p>')
  editor.commands.insertContentAt(editor.state.doc.content.size, table)
  const html = noteJsonToHtml(editor.getJSON() as NoteJson)
  const reader = document.createElement('div')
  reader.className = noteTextClass
  reader.innerHTML = html
  document.body.append(reader)
  expect(reader.lastElementChild?.localName).toBe('p')
  expect(reader.lastElementChild?.checkVisibility()).toBe(false)
  reader.remove()
  expect(doc.getXmlFragment('default').length).toBe(3)
})
