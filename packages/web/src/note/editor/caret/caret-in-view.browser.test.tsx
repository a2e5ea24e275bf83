import { expect, it } from 'vitest'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { person } from '../../../../test/person.ts'
import { coveredHeight } from './caret-in-view.ts'

async function openInPage(html: string) {
  const { editor } = await openNoteEditor(html)
  const page = editor.view.dom.closest('main')
  if (!page) throw new Error('The editor is in no page')
  return { editor, page, caretTop: () => editor.view.coordsAtPos(editor.state.selection.head).top }
}

it('keeps the caret clear of the bars while lines are added, and does not move the page otherwise', async () => {
  const { editor, page, caretTop } = await openInPage('<p>line</p>'.repeat(3))
  editor.commands.focus('end')
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.type('abc')
  expect(page.scrollTop).toBe(0)
  await person.press(...Array.from({ length: 30 }, () => 'Enter'))
  await person.type('last')
  await expect.poll(() => editor.getText()).toMatch(/last$/)
  expect(page.scrollTop).toBeGreaterThan(0)
  const bottom = page.getBoundingClientRect().bottom
  expect(caretTop()).toBeLessThan(bottom - coveredHeight.bottom)
  const before = page.scrollTop
  await person.type(' words')
  expect(page.scrollTop).toBe(before)
})

it('brings the caret back after the person has scrolled away', async () => {
  const { editor, page, caretTop } = await openInPage('<p>line</p>'.repeat(60))
  editor.commands.focus('start')
  await expect.poll(() => editor.isFocused).toBe(true)
  page.scrollTo({ top: 900 })
  await person.type('abc')
  await expect.poll(() => editor.getText()).toMatch(/^abc/)
  const { top, bottom } = page.getBoundingClientRect()
  await expect.poll(caretTop).toBeGreaterThanOrEqual(top)
  expect(caretTop()).toBeLessThan(bottom)
})
