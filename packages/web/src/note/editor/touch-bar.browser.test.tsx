import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Plugin } from '@tiptap/pm/state'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import { phone } from '../../../test/open-page.tsx'
import { button, menuItem, middleOf, person } from '../../../test/person.ts'

afterEach(() => page.viewport(1280, 800))

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

it.each([phone, { width: 1280, height: 800 }])('a finger drags blocks by their grip at $width px', async (size) => {
  await page.viewport(size.width, size.height)
  const { editor, text, blocks } = await openNoteEditor(threeBlocks)
  await person.tap(text.getByText('one'))
  await expect.element(grip).toBeVisible()
  const { left, width } = grip.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(width).toBeGreaterThanOrEqual(44)

  const below = text.getByText('three').element().getBoundingClientRect()
  const from = middleOf(grip)
  await person.putFinger(grip)
  await person.moveFinger(from, { x: from.x, y: below.bottom - 4 })
  await expect.poll(() => document.querySelector('.note-drop-line')).not.toBeNull()
  expect(Object.keys(editor.view)).not.toContain('posAtCoords')
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

/** The boxes of all words on the screen. */
function wordBoxes(root: Element): DOMRect[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxes: DOMRect[] = []
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode)
    boxes.push(...range.getClientRects())
  }
  return boxes
}

const columns =
  '<div data-type="columns" data-layout="two-column"><div data-type="column"><p>left</p></div><div data-type="column"><p>right</p></div></div>'
const cells = '<table><tbody><tr><td><p>cell</p></td><td><p>first</p><p>second</p></td></tr></tbody></table>'

it.each([phone, { width: 768, height: 900 }, { width: 1280, height: 800 }])(
  'the grip has room for a finger and covers no words at $width px',
  async (size) => {
    await page.viewport(size.width, size.height)
    const { text } = await openNoteEditor(`<h2>title</h2>${threeBlocks}${columns}${cells}<p>end</p>`)
    for (const words of ['title', 'one', '2b', 'left', 'right', 'cell', 'second', 'end']) {
      const line = text.getByText(words, { exact: true })
      const isBeside = () =>
        grip.query()?.parentElement?.matches('[data-shown]') === true &&
        Math.abs(middleOf(grip).y - middleOf(line).y) < 8
      // A tap soon after the size of the page changed may miss its target.
      const tap = async () => {
        await person.tap(line)
        return vi.waitUntil(isBeside, { timeout: 2000 }).catch(() => false)
      }
      await expect.poll(tap, { message: words }).toBe(true)
      // It becomes wide with the touch, and moves with the next frame.
      const covered = (): DOMRect[] => {
        const { left, right, top, bottom } = grip.element().getBoundingClientRect()
        return wordBoxes(text.element()).filter(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        )
      }
      await expect.poll(covered, { message: words }).toEqual([])
      const { left, width, height } = grip.element().getBoundingClientRect()
      expect(left, words).toBeGreaterThanOrEqual(0)
      expect(Math.min(width, height), words).toBeGreaterThanOrEqual(44)
    }
  },
)

it('undo and redo keep their position when a selection appears, disappears or is a picture', async () => {
  await page.viewport(phone.width, phone.height)
  const { editor } = await openNoteEditor('<p>some words</p><p></p>')
  const picture = { type: 'image', attrs: { src: '/files/0193cf0a-0000-7000-8000-000000000009' } }
  editor.chain().insertContentAt(13, picture).focus(2).run()
  const positions = () => ['Undo', 'Redo'].map((name) => button(name).element().getBoundingClientRect().left)
  await expect.element(button('Redo')).toBeVisible()
  const before = positions()
  editor.commands.setTextSelection({ from: 1, to: 5 })
  await expect.element(button('Comment')).toBeVisible()
  expect(positions()).toEqual(before)
  editor.commands.setNodeSelection(13)
  await expect.element(button('Replace')).toBeVisible()
  expect(positions()).toEqual(before)
  editor.commands.setTextSelection(2)
  await expect.element(button('Comment')).not.toBeInTheDocument()
  expect(positions()).toEqual(before)
})

it('the grip stays when a bar is added to the editor after the tap', async () => {
  const { editor, text } = await openNoteEditor(threeBlocks)
  await person.tap(text.getByText('three'))
  await expect.element(grip).toBeVisible()
  editor.registerPlugin(new Plugin({}))
  await expect.element(grip).toBeVisible()
  expect(Math.abs(middleOf(grip).y - middleOf(text.getByText('three')).y)).toBeLessThan(4)
})

it('the grip stays when the browser reports where the mouse is after a touch', async () => {
  const { text } = await openNoteEditor(threeBlocks)
  await person.tap(text.getByText('three'))
  await expect.element(grip).toBeVisible()
  const report = new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', movementX: 50, clientX: 5 })
  // Longer after the touch than the mouse is ignored.
  Object.defineProperty(report, 'timeStamp', { value: performance.now() + 10_000 })
  page.getByRole('main').element().dispatchEvent(report)
  await new Promise(requestAnimationFrame)
  await expect.element(grip).toBeVisible()
  expect(Math.abs(middleOf(grip).y - middleOf(text.getByText('three')).y)).toBeLessThan(4)
})

it('a tap on the grip opens the menu of the block', async () => {
  const { text, blocks } = await openNoteEditor(threeBlocks)
  // The lines may move between finding one and the tap, and a tap beside them shows the grip elsewhere or nowhere.
  await expect
    .poll(async () => {
      await person.tap(text.getByText('three'))
      await new Promise(requestAnimationFrame)
      return grip.query()?.checkVisibility({ visibilityProperty: true })
        ? Math.abs(middleOf(grip).y - middleOf(text.getByText('three')).y)
        : Infinity
    })
    .toBeLessThan(4)
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

it('a block is dropped above or below the one under the mouse, wherever its words end, and copied with Ctrl', async () => {
  const { editor, text, blocks } = await openNoteEditor(threeBlocks)
  await person.hover(text.getByText('three'))
  await expect.element(grip).toBeVisible()
  const dataTransfer = new DataTransfer()
  grip.element().dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }))
  const one = text.getByText('one').element()
  const { right, top, bottom } = one.getBoundingClientRect()
  const line = () => document.querySelector('.note-drop-line')?.getBoundingClientRect().top
  const over = (y: number) => {
    const point = { bubbles: true, cancelable: true, clientX: right - 4, clientY: y, dataTransfer }
    const event = new DragEvent('dragover', point)
    one.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    return point
  }
  over(top + 4)
  expect(line()).toBeLessThanOrEqual(top)
  const point = over(bottom - 4)
  expect(line()).toBeGreaterThanOrEqual(bottom - 1)
  expect(Object.keys(editor.view)).not.toContain('posAtCoords')
  one.dispatchEvent(new DragEvent('drop', { ...point, ctrlKey: true }))
  expect(line()).toBeUndefined()
  expect(blocks()).toEqual(['paragraph: one', 'paragraph: three', 'bulletList: two2b', 'paragraph: three'])
  editor.state.doc.check()
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
