import type { Editor } from '@tiptap/core'
import { encodeStateAsUpdate } from 'yjs'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { openNoteEditor, type OpenedNoteEditor } from '../../../../test/open-note-editor.tsx'
import { button, expectVisible, link, menuItem, option, person } from '../../../../test/person.ts'
import { openTogglesAround } from '../../../writing/index.ts'
import { withAccessibleMarkup } from '../../accessible-html.ts'
import { noteTextClass } from '../../note-text.tsx'

const callout = (kind: string, inside: string) => `<div data-type="callout" data-kind="${kind}">${inside}</div>`
const toggle = '<details><summary>Line</summary><p>inside</p></details>'

async function putCaret({ editor }: OpenedNoteEditor, text: string, where: 'start' | 'end' = 'end'): Promise<void> {
  let position = 0
  editor.state.doc.descendants((node, at) => {
    if (node.text === text) position = where === 'end' ? at + node.nodeSize : at
  })
  editor.chain().focus().setTextSelection(position).run()
  await expect.poll(() => editor.isFocused).toBe(true)
}
const kindOf = (editor: Editor) => editor.getAttributes('callout')['kind'] as unknown

it('inserts a callout of the kind that was searched, and leaves it by Enter in an empty line', async () => {
  const { editor, blocks } = await openNoteEditor('<p></p>')
  editor.commands.focus('start')
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.type('/warn')
  await expectVisible(option(/Warning callout/))
  await person.press('Enter')
  await person.type('Mind it')
  expect(kindOf(editor)).toBe('warning')
  await person.press('Enter', 'Enter')
  await person.type('after')
  await expect.poll(blocks).toEqual(['callout: Mind it', 'paragraph: after'])
})

it('changes the kind of a callout in its bar, by mouse and by keyboard, and removes it', async () => {
  const opened = await openNoteEditor(`${callout('info', '<p>words</p>')}<p>after</p>`)
  const { editor, text, blocks } = opened
  await putCaret(opened, 'words')
  await expectVisible(page.getByRole('toolbar', { name: 'Callout' }))
  await person.click(button('Danger'))
  expect(kindOf(editor)).toBe('danger')
  await expectVisible(text.getByRole('note', { name: 'Danger' }))
  await expect.element(button('Danger')).toHaveAttribute('aria-pressed', 'true')
  await person.press('Alt+F10', 'Enter')
  expect(kindOf(editor)).toBe('info')
  await person.click(button('Remove callout'))
  await expect.poll(blocks).toEqual(['paragraph: words', 'paragraph: after'])
  await person.press('Control+z')
  await expect.poll(blocks).toEqual(['callout: words', 'paragraph: after'])
})

it('turns a block into a toggle by its menu, also a heading, and back', async () => {
  const opened = await openNoteEditor('<h2>Title</h2><p>after</p>')
  await putCaret(opened, 'Title')
  await person.press('Control+/')
  await person.click(menuItem('Turn into'))
  await person.click(menuItem('Toggle'))
  await expect.poll(opened.blocks).toEqual(['toggle: Title', 'paragraph: after'])
  expect(opened.editor.state.doc.firstChild?.firstChild?.type.name).toBe('heading')
  await putCaret(opened, 'Title', 'start')
  await person.press('Backspace')
  await expect.poll(opened.blocks).toEqual(['heading: Title', 'paragraph: after'])
})

it('closes and opens a toggle for this person only', async () => {
  const opened = await openNoteEditor(`${toggle}<p>after</p>`)
  const { doc, text } = opened
  const before = encodeStateAsUpdate(doc)
  const inside = text.getByText('inside')
  await putCaret(opened, 'inside')
  await person.click(button('Hide content'))
  await expect.element(inside).not.toBeVisible()
  await expect.element(button('Show content')).toHaveAttribute('aria-expanded', 'false')
  expect(opened.editor.state.selection.$head.parent.textContent).toBe('Line')
  await person.press('Control+Enter')
  await expect.element(inside).toBeVisible()
  await person.press('Control+Enter')
  await expect.element(inside).not.toBeVisible()
  expect(encodeStateAsUpdate(doc)).toEqual(before)
  // Whatever moves the caret inside opens it.
  await putCaret(opened, 'inside')
  await expect.element(inside).toBeVisible()
  await person.click(button('Hide content'))
  openTogglesAround(inside.element())
  await expect.element(inside).toBeVisible()
})

it('goes on inside an open toggle, and below a closed one', async () => {
  const opened = await openNoteEditor(`${toggle}<p>after</p>`)
  const lines = () => {
    const made = opened.editor.state.doc.child(0)
    return [...made.children.map(({ textContent }) => textContent), '|', ...opened.blocks().slice(1)]
  }
  await putCaret(opened, 'Line')
  await person.press('Enter')
  await person.type('more')
  await expect.poll(lines).toEqual(['Line', 'more', 'inside', '|', 'paragraph: after'])
  await putCaret(opened, 'Line')
  await person.press('Control+Enter', 'Enter')
  await person.type('below')
  await expect.poll(lines).toEqual(['Line', 'more', 'inside', '|', 'paragraph: below', 'paragraph: after'])
  await expect.element(opened.text.getByText('inside')).not.toBeVisible()
})

it('writes above a toggle, and moves lines beside a box without deleting it', async () => {
  const opened = await openNoteEditor(`<p>before</p>${toggle}<p>after</p>`)
  await putCaret(opened, 'Line', 'start')
  await person.press('Enter', 'ArrowUp')
  await person.type('above')
  await expect
    .poll(opened.blocks)
    .toEqual(['paragraph: before', 'paragraph: above', 'toggle: Lineinside', 'paragraph: after'])
  await putCaret(opened, 'inside')
  await person.click(button('Hide content'))
  await putCaret(opened, 'after', 'start')
  await person.press('Backspace')
  await expect
    .poll(opened.blocks)
    .toEqual(['paragraph: before', 'paragraph: above', 'toggle: Lineinsideafter', 'paragraph:'])
  // It is where the caret is.
  await expect.element(opened.text.getByText('after')).toBeVisible()
  await putCaret(opened, 'above')
  await person.press('Delete')
  await expect
    .poll(opened.blocks)
    .toEqual([
      'paragraph: before',
      'paragraph: above',
      'paragraph: Line',
      'paragraph: inside',
      'paragraph: after',
      'paragraph:',
    ])
})

it('marks the heading that is being read', async () => {
  const lines = '<p>line</p>'.repeat(60)
  const { text } = await openNoteEditor(
    `<h2 data-key="${'a'.repeat(16)}">One</h2>${lines}<nav data-type="tableOfContents"></nav>${lines}<h3 data-key="${'b'.repeat(16)}">Two</h3>${lines}`,
  )
  const current = () =>
    [...text.element().querySelectorAll('nav [aria-current=location]')].map((one) => one.textContent)
  await expect.poll(current).toEqual([])
  text.element().querySelector('nav')?.scrollIntoView()
  await expect.poll(current).toEqual(['One'])
  await person.click(link('Two'))
  await expect.poll(current).toEqual(['Two'])
})

it('a closed toggle stays closed while others change the note around it', async () => {
  const opened = await openNoteEditor(`<p>before</p>${toggle}<p>after</p>`)
  await putCaret(opened, 'after')
  await person.click(button('Hide content'))
  opened.editor.commands.insertContentAt(0, '<p>first</p>')
  opened.editor.commands.insertContentAt(opened.editor.state.doc.content.size, '<p>last</p>')
  await expect.element(opened.text.getByText('inside')).not.toBeVisible()
})

it('lists the headings as they are, and goes to them', async () => {
  const opened = await openNoteEditor('<nav data-type="tableOfContents"></nav><p>intro</p><h2>One</h2><p>text</p>')
  const { editor, text } = opened
  const contents = text.getByRole('navigation', { name: 'Table of contents' })
  const listed = () => [...contents.element().children].map(({ textContent }) => textContent)
  expect(listed()).toEqual(['One'])
  await putCaret(opened, 'One')
  await person.type(' more')
  editor.commands.insertContentAt(editor.state.doc.content.size, '<h3>Two</h3><p>end</p>')
  await expect.poll(listed).toEqual(['One more', 'Two'])
  editor.commands.focus('start')
  await person.click(link('Two'))
  await expect.poll(() => editor.state.selection.$head.parent.textContent).toBe('Two')
  editor.commands.insertContentAt(0, { type: 'tableOfContents' })
  await expect.poll(() => text.element().querySelectorAll('nav a').length).toBe(2)
})

for (const [name, html] of Object.entries({ callout: callout('tip', '<p>x</p>'), toggle })) {
  it(`lands in an empty line after a ${name} at the end of the note`, async () => {
    const opened = await openNoteEditor(`<p>first</p>${html}`)
    await putCaret(opened, name === 'toggle' ? 'inside' : 'x')
    await person.press('ArrowDown')
    await person.type('after')
    await expect.poll(() => opened.blocks().at(-1)).toBe('paragraph: after')
    expect(opened.blocks()).toHaveLength(3)
  })
}

it('adds a line with a table of contents at the end, and with a box that is pasted there', async () => {
  const { editor, blocks, paste } = await openNoteEditor('<p>first</p>')
  editor.commands.insertContentAt(7, { type: 'tableOfContents' })
  expect(blocks()).toEqual(['paragraph: first', 'tableOfContents:', 'paragraph:'])
  editor.commands.focus('end')
  await expect.poll(() => editor.isFocused).toBe(true)
  paste({ 'text/html': callout('tip', '<p>pasted</p>') })
  await expect.poll(blocks).toEqual(['paragraph: first', 'tableOfContents:', 'callout: pasted', 'paragraph:'])
})

it('pastes alerts, details and [TOC] of Markdown', async () => {
  const { editor, blocks, paste } = await openNoteEditor('<p></p>')
  await import('marked')
  editor.commands.focus('start')
  await expect
    .poll(() => {
      editor.commands.clearContent()
      paste({
        'text/plain':
          '> [!CAUTION]\n> Mind it\n\n<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\n[TOC]\n',
      })
      return blocks()
    })
    .toEqual(['callout: Mind it', 'toggle: Moreinside', 'tableOfContents:', 'paragraph:'])
  expect(editor.state.doc.firstChild?.attrs['kind']).toBe('danger')
})

it('has the layout of the readable text', async () => {
  const inside = '<p>words</p><ul><li><p>item</p></li></ul>'
  const html = `<nav data-type="tableOfContents"></nav><h2>Head</h2>${callout('warning', inside)}<p>a</p><details><summary><h3>Line</h3></summary>${inside}</details>${toggle}<p>end</p>`
  const { editor, text } = await openNoteEditor(html)
  const reader = document.createElement('div')
  reader.className = noteTextClass
  reader.dataset['editing'] = ''
  reader.style.width = `${text.element().getBoundingClientRect().width}px`
  reader.innerHTML = withAccessibleMarkup(noteJsonToHtml(editor.getJSON() as NoteJson)).replaceAll(
    '<details',
    '<details open',
  )
  text.element().parentElement?.after(reader)
  const layout = (root: Element) => {
    const corner = root.getBoundingClientRect()
    return [...root.querySelectorAll('p, h2, h3, li, a')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, ...[x - corner.x, y - corner.y, width, height].map(Math.round)].join(' ')
    })
  }
  expect(layout(reader)).toEqual(layout(text.element()))
  reader.remove()
})
