import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { person } from '../../../../test/person.ts'

const picture = {
  type: 'image',
  attrs: { src: '/files/0193cf0a-0000-7000-8000-000000000009', width: 400, height: 300 },
}

it.each(['Control+Shift+Z', 'Control+y'])('the keys of the size handles include undo and %s', async (redo) => {
  const { editor, text } = await openNoteEditor('<p>before</p>')
  editor.commands.insertContentAt(7, picture)
  const position = 7
  const width = () => editor.state.doc.nodeAt(position)?.attrs['width'] as number
  expect(width()).toBe(400)
  editor.commands.setNodeSelection(position)
  const handle = page.getByRole('slider', { name: /right/ })
  await person.focus(handle)
  await person.press('ArrowRight')
  // Not saved yet: undo saves it first, so that it can be redone.
  await person.press('Control+z')
  await expect.poll(width).toBe(400)
  const isHandleFocused = () => document.activeElement === handle.query()
  expect(isHandleFocused()).toBe(true)
  await person.press(redo)
  await expect.poll(width).toBeGreaterThan(400)
  expect(isHandleFocused()).toBe(true)
  await person.press('Control+z', 'Control+z')
  // Now the picture itself is undone, and the text has the focus.
  await expect.poll(() => text.element().querySelector('[data-type=image]')).toBeNull()
  expect(editor.isFocused).toBe(true)
  await person.press(redo)
  await expect.poll(() => text.element().querySelector('[data-type=image]')).not.toBeNull()
})
