import { expect, it } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { openNoteEditor, type OpenedNoteEditor } from '../../../test/open-note-editor.tsx'
import { button, expectVisible, person } from '../../../test/person.ts'

const bar = (name: string) => page.getByRole('toolbar', { name })
const box = (found: Locator | Element) => ('element' in found ? found.element() : found).getBoundingClientRect()
const overlaps = (one: DOMRect, other: DOMRect) => one.top < other.bottom - 1 && one.bottom > other.top + 1

async function select({ editor }: OpenedNoteEditor, from: number, to: number): Promise<void> {
  editor.chain().focus().setTextSelection({ from, to }).run()
  await expect.poll(() => editor.isFocused).toBe(true)
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `<p>line ${index}</p>`).join('')
const rows = (count: number) =>
  `<table><tbody>${Array.from({ length: count }, (_, index) => `<tr><td><p>cell ${index}</p></td></tr>`).join('')}</tbody></table>`

it.each([
  ['near the top', 3],
  ['in the middle', 13],
  ['at the end', 17],
])('the link field never covers its words %s', async (_where, index) => {
  const opened = await openNoteEditor(lines(18))
  const line = () => box(opened.text.getByText(`line ${index}`, { exact: true }))
  let start = 0
  opened.editor.state.doc.descendants((node, position) => {
    if (node.text === `line ${index}`) start = position
  })
  await select(opened, start, start + 5)
  await expectVisible(bar('Formatting'))
  await person.click(button('Link', { exact: true }))
  await expectVisible(page.getByRole('textbox', { name: 'Address' }))
  await expect.poll(() => overlaps(box(bar('Formatting')), line())).toBe(false)
})

it.each([
  ['the first of a table at the top', 0, 4, 0],
  ['the last of a table at the top', 0, 4, 3],
  ['the first below words', 6, 4, 0],
  ['the middle of a table higher than the window', 2, 40, 20],
])('the table tools never cover the row that they apply to: %s', async (_where, before, count, index) => {
  const opened = await openNoteEditor(`${lines(before)}${rows(count)}${lines(3)}`)
  let start = 0
  opened.editor.state.doc.descendants((node, position) => {
    if (node.text === `cell ${index}`) start = position
  })
  await select(opened, start, start)
  opened.editor.commands.scrollIntoView()
  await expectVisible(bar('Table'))
  const cell = () => box(opened.text.getByText(`cell ${index}`, { exact: true }))
  await expect.poll(() => overlaps(box(bar('Table')), cell())).toBe(false)
})

it.each([
  ['[Knowreel](knowreel.com)', 'Knowreel after', 'https://knowreel.com/'],
  ['see [us](mailto:a@b.cd)', 'see us after', 'mailto:a@b.cd'],
  ['[x](javascript:alert)', '[x](javascript:alert) after', null],
])('makes a link of typed %s', async (typed, text, href) => {
  const opened = await openNoteEditor('<p></p>')
  await select(opened, 1, 1)
  for (const character of `${typed} after`) await person.type(character)
  await expect.poll(() => opened.editor.getText()).toBe(text)
  expect(opened.text.element().querySelector('a')?.href ?? null).toBe(href)
})

it('merges the cells that the mouse selects, and splits them again', async () => {
  const row = (one: string, other: string) => `<tr><td><p>${one}</p></td><td><p>${other}</p></td></tr>`
  const { editor, text } = await openNoteEditor(
    `<table><tbody>${row('a', 'b')}${row('c', 'd')}</tbody></table><p>after</p>`,
  )
  const cell = (words: string) => text.getByRole('cell', { name: words, exact: true })
  const cells = () => [...text.element().querySelectorAll('td')].map(({ textContent }) => textContent)
  await person.click(cell('a'))
  // There is nothing to merge or split.
  await expect.element(button('Merge cells')).toBeDisabled()
  await person.drag(cell('a'), cell('d'))
  await person.click(button('Merge cells'))
  await expect.poll(cells).toEqual(['abcd'])
  const merged = text.element().querySelector('td')
  expect([merged?.colSpan, merged?.rowSpan]).toEqual([2, 2])
  editor.state.doc.check()
  await person.click(button('Split cell'))
  await expect.poll(cells).toEqual(['abcd', '', '', ''])
  // Edits in quick succession are undone together.
  await person.press('Control+z', 'Control+z')
  await expect.poll(cells).toEqual(['a', 'b', 'c', 'd'])
  editor.state.doc.check()
})
