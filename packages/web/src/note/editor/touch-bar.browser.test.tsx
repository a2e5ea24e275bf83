import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { phone } from '../../../test/open-page.tsx'
import { button, menuItem, middleOf, person } from '../../../test/person.ts'

afterEach(async () => {
  await person.useTouchScreen(false)
  await page.viewport(1280, 800)
})

it('moves blocks on a phone', async () => {
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
})

const grip = page.getByTitle('Drag to move, click for options')
const threeBlocks = '<p>one</p><ul><li><p>two</p></li><li><p>2b</p></li></ul><p>three</p>'

it('offers the tools of blocks on a wide touch screen, which has no mouse', async () => {
  await person.useTouchScreen(true)
  const { text, blocks } = await openNoteEditor('<p>one</p><p>two</p>')
  await person.tap(text.getByText('one'))
  await person.tap(button('Block menu'))
  await person.tap(menuItem('Move down'))
  await expect.poll(blocks).toEqual(['paragraph: two', 'paragraph: one'])
})

it.each([phone, { width: 1280, height: 800 }])('a finger drags blocks by their grip at $width px', async (size) => {
  await page.viewport(size.width, size.height)
  const { editor, text, blocks } = await openNoteEditor(threeBlocks)
  await person.tap(text.getByText('one'))
  await expect.element(grip).toBeVisible()
  const { left, width } = grip.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(width).toBeGreaterThanOrEqual(24)

  const below = text.getByText('three').element().getBoundingClientRect()
  const from = middleOf(grip)
  await person.putFinger(grip)
  await person.moveFinger(from, { x: from.x, y: below.bottom - 4 })
  await expect.poll(() => document.querySelector('.note-drop-line')).not.toBeNull()
  await person.liftFinger()
  await expect.poll(blocks).toEqual(['bulletList: two2b', 'paragraph: three', 'paragraph: one'])
  await expect.poll(() => document.querySelector('.note-drop-line')).toBeNull()
  await person.press('Control+z')
  await expect.poll(blocks).toEqual(['paragraph: one', 'bulletList: two2b', 'paragraph: three'])

  await person.tap(text.getByText('2b'))
  const item = () => Math.abs(middleOf(grip).y - middleOf(text.getByText('2b')).y)
  await expect.poll(item).toBeLessThan(4)
  const start = middleOf(grip)
  await person.putFinger(grip)
  await person.moveFinger(start, { x: start.x, y: text.getByText('two').element().getBoundingClientRect().top + 2 })
  await person.liftFinger()
  await expect.poll(blocks).toEqual(['paragraph: one', 'bulletList: 2btwo', 'paragraph: three'])
  editor.state.doc.check()
})

it('a tap on the grip opens the menu of the block', async () => {
  const { editor, text, blocks } = await openNoteEditor(threeBlocks)
  // The lines may still move while the editor loads.
  await expect
    .poll(async () => {
      await person.tap(text.getByText('three'))
      return editor.isFocused
    })
    .toBe(true)
  await person.tap(grip)
  await person.tap(menuItem('Move up'))
  await expect.poll(blocks).toEqual(['paragraph: one', 'paragraph: three', 'bulletList: two2b'])
})

it('the grip follows the mouse again once the mouse moves', async () => {
  const { text, blocks } = await openNoteEditor(threeBlocks)
  const isBeside = (words: string) => expect.poll(() => Math.abs(middleOf(grip).y - middleOf(text.getByText(words)).y))
  await person.tap(text.getByText('one'))
  await isBeside('one').toBeLessThan(4)
  const distanceAfterMove = async () => {
    await person.hover(text.getByText('one'))
    await person.hover(text.getByText('three'))
    return Math.abs(middleOf(grip).y - middleOf(text.getByText('three')).y)
  }
  await expect.poll(distanceAfterMove).toBeLessThan(4)
  const above = middleOf(text.getByText('one'))
  await person.drag(grip, { x: above.x, y: above.y - 8 })
  await expect.poll(blocks).toEqual(['paragraph: three', 'paragraph: one', 'bulletList: two2b'])
})

it('the drop line disappears when a drag by mouse is cancelled', async () => {
  const { text } = await openNoteEditor(threeBlocks)
  await person.hover(text.getByText('one'))
  await expect.element(grip).toBeVisible()
  const { left, bottom } = text.getByText('three').element().getBoundingClientRect()
  const over = new DragEvent('dragover', { bubbles: true, clientX: left + 4, clientY: bottom - 2 })
  text.getByText('three').element().dispatchEvent(over)
  await expect.poll(() => document.querySelector('.note-drop-line')).not.toBeNull()
  grip.element().dispatchEvent(new DragEvent('dragend', { bubbles: true }))
  await expect.poll(() => document.querySelector('.note-drop-line'), { timeout: 2000 }).toBeNull()
})

it('the page scrolls while a finger drags a block at its edge', async () => {
  await page.viewport(phone.width, phone.height)
  const lines = Array.from({ length: 60 }, (_, index) => `<p>line ${index}.</p>`).join('')
  const { editor, text } = await openNoteEditor(lines)
  await person.tap(text.getByText('line 3.'))
  await expect.element(grip).toBeVisible()
  const from = middleOf(grip)
  await person.putFinger(grip)
  await person.moveFinger(from, { x: from.x, y: phone.height - 20 })
  const scroller = text.element().closest('main')
  const left = () => scroller && scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
  await expect.poll(left).toBeLessThan(4)
  const end = text.getByText('line 59.').element().getBoundingClientRect().bottom
  await person.moveFinger({ x: from.x, y: phone.height - 20 }, { x: from.x, y: end - 2 })
  await person.liftFinger()
  await expect.poll(() => editor.state.doc.lastChild?.textContent).toBe('line 3.')
  expect(editor.state.doc.childCount).toBe(60)
})
