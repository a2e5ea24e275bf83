import { expect, it } from 'vitest'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { button, menuItem, person } from '../../../test/person.ts'

it('offers the tools of blocks on a wide touch screen, which has no mouse', async () => {
  await person.useTouchScreen()
  const { text, blocks } = await openNoteEditor('<p>one</p><p>two</p>')
  await person.tap(text.getByText('one'))
  await person.tap(button('Block menu'))
  await person.tap(menuItem('Move down'))
  await expect.poll(blocks).toEqual(['paragraph: two', 'paragraph: one'])
})
