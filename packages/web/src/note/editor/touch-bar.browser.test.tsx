import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { phone } from '../../../test/open-page.tsx'
import { button, menuItem, person } from '../../../test/person.ts'

it('moves blocks on a phone, which has no grip to drag them by', async () => {
  await page.viewport(phone.width, phone.height)
  const { editor, blocks } = await openNoteEditor('<p>one</p><ul><li><p>two</p></li></ul><p>three</p>')
  editor.commands.focus(2)
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.click(button('Block menu'))
  await person.click(menuItem('Move down'))
  await expect.poll(blocks).toEqual(['bulletList: two', 'paragraph: one', 'paragraph: three'])
  await person.click(button('Block menu'))
  await person.click(menuItem('Move up'))
  await expect.poll(blocks).toEqual(['paragraph: one', 'bulletList: two', 'paragraph: three'])
  await page.viewport(1280, 800)
})
