import { absolutePositionToRelativePosition, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap'
import { expect, it } from 'vitest'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { Doc } from 'yjs'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { openNoteEditor, type OpenedNoteEditor } from '../../../../test/open-note-editor.tsx'
import { person } from '../../../../test/person.ts'
import { runWhenClosed } from '../../../../test/open-page.tsx'

type Colleague = {
  /** Returns once the caret is drawn. */
  select: (anchor: number, head: number) => Promise<void>
}

function aColleague({ editor, doc, awareness }: OpenedNoteEditor, name = 'Ben Marsh'): Colleague {
  const theirs = new Awareness(new Doc())
  runWhenClosed(() => theirs.destroy())
  const id = '0193cf0a-0000-7000-8000-000000000002'
  theirs.setLocalStateField('user', { id, name, client: theirs.clientID })
  const { mapping } = (ySyncPluginKey.getState(editor.state) as { binding: ProsemirrorBinding }).binding
  const relative = (position: number) =>
    absolutePositionToRelativePosition(position, doc.getXmlFragment(NOTE_FRAGMENT), mapping) as unknown
  return {
    async select(anchor, head) {
      const drawn = new Promise<void>((resolve) => editor.on('transaction', () => resolve()))
      theirs.setLocalStateField('cursor', { anchor: relative(anchor), head: relative(head) })
      applyAwarenessUpdate(awareness, encodeAwarenessUpdate(theirs, [theirs.clientID]), 'test')
      await drawn
    },
  }
}

/** The boxes of all blocks and pictures. */
const layout = ({ text }: OpenedNoteEditor): string[] =>
  [...text.element().querySelectorAll('*')]
    .filter((element) => !element.matches('br, code, img, span:not([data-type])'))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.localName} ${[x, y, width, height].map(Math.round).join(' ')}`
    })

const columns =
  '<div data-type="columns" data-layout="two-column"><div data-type="column"><p>left</p></div><div data-type="column"><p>right</p></div></div>'
const table =
  '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>c</p><p>d</p></td><td><p>e</p></td></tr></tbody></table>'
const blocks =
  '<h2>Heading</h2><p>one</p><h2>Heading</h2><h3>Smaller</h3><ul><li><p>x</p></li><li><p>y</p><ol><li><p>z</p></li></ol></li></ul>' +
  `<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>task</p></li></ul><blockquote><p>quote</p></blockquote>` +
  `<hr><pre><code>code</code></pre>${columns}<p>between</p>${table}<p></p>` +
  '<div data-type="callout" data-kind="tip"><p>callout</p></div><details><summary>toggle</summary><p>inside</p></details><p></p>'
const picture = (display: string) => ({
  type: 'image',
  attrs: { src: '/files/0193cf0a-0000-7000-8000-000000000009', width: 200, height: 100, display },
})

it('nothing moves when a colleague selects a block, or stands between blocks', async () => {
  const opened = await openNoteEditor(blocks)
  const { editor } = opened
  const before = layout(opened)
  const colleague = aColleague(opened)
  const ranges: [name: string, anchor: number, head: number][] = []
  editor.state.doc.descendants((node, position, parent) => {
    if (node.isText) return
    ranges.push([node.type.name, position, position + node.nodeSize])
    if (parent && !parent.inlineContent) ranges.push([`before ${node.type.name}`, position, position])
    if (node.type.name === 'tableCell') ranges.push(['cell', position + 1, position + node.nodeSize - 1])
  })
  expect(ranges.length).toBeGreaterThan(50)
  for (const [name, anchor, head] of ranges) {
    await colleague.select(anchor, head)
    expect(layout(opened), name).toEqual(before)
    expect(document.querySelectorAll('.note-frame'), name).toHaveLength(1)
  }
})

it.each(['break', 'inline', 'float-left'])('nothing moves when a colleague selects a picture: %s', async (display) => {
  const opened = await openNoteEditor('<p>before</p><p></p><p>after</p>')
  const { editor, text } = opened
  editor.commands.insertContentAt(9, picture(display))
  const before = layout(opened)
  const colleague = aColleague(opened)
  await colleague.select(9, 10)
  expect(layout(opened)).toEqual(before)
  expect(text.element().querySelector('.note-frame')?.matches('[data-type=image]')).toBe(true)
  for (const beside of [9, 10]) {
    await colleague.select(beside, beside)
    expect(layout(opened)).toEqual(before)
    expect(text.element().querySelectorAll('.note-frame, .note-caret')).toHaveLength(1)
  }
})

it('a table at the end of the note keeps its layout too', async () => {
  const opened = await openNoteEditor(`<p>one</p>${table}`)
  const { doc } = opened.editor.state
  const before = layout(opened)
  const colleague = aColleague(opened)
  await colleague.select(5, doc.content.size)
  expect(layout(opened)).toEqual(before)
  expect(document.querySelector('.note-frame')?.matches('.tableWrapper')).toBe(true)
  await colleague.select(0, doc.content.size)
  expect(layout(opened)).toEqual(before)
})

it('the selected block shows the colour and the name of the colleague', async () => {
  const opened = await openNoteEditor('<p>one</p><p>two</p><p>three</p>')
  const colleague = aColleague(opened)
  await colleague.select(5, 10)
  const two = opened.text.getByText('two').element()
  const name = () => document.querySelector<HTMLElement>('.note-block-name')
  await expect.poll(name).not.toBeNull()
  expect(name()?.dataset['name']).toBe('Ben')
  expect(getComputedStyle(name() as Element, '::before').content).toBe('"Ben"')
  expect(Math.abs((name()?.getBoundingClientRect().y ?? 0) - two.getBoundingClientRect().y)).toBeLessThan(2)
  expect(getComputedStyle(two).outlineStyle).toBe('solid')
  expect(getComputedStyle(two).outlineColor).toBe(getComputedStyle(name() as Element, '::before').backgroundColor)
  // It fades, and returns while the mouse is over the block.
  await expect.poll(name).toBeNull()
  await person.hover(opened.text.getByText('two'))
  await expect.poll(name).not.toBeNull()
  await person.hover(opened.text.getByText('three'))
  await expect.poll(name).toBeNull()

  // Back in the words, the caret is in the line as before.
  await colleague.select(6, 8)
  expect(opened.text.element().querySelector('.note-caret')?.closest('p')).toBe(two)
})

it('tells a colleague below a block from one who selects it', async () => {
  const opened = await openNoteEditor('<p>one</p><p>two</p><p>three</p>')
  const edges = () =>
    [...opened.text.element().querySelectorAll<HTMLElement>('.note-frame')].map(
      ({ dataset, textContent }) => `${textContent} ${dataset['edge'] ?? 'all'} ${dataset['name']}`,
    )
  await aColleague(opened, 'Ben Marsh').select(5, 10)
  expect(edges()).toEqual(['two all Ben'])
  await aColleague(opened, 'Ada Byron').select(10, 10)
  expect(edges()).toEqual(['two end Ada'])
})

it('the mark follows its block when others change the note', async () => {
  const opened = await openNoteEditor('<p>one</p><hr><p>three</p>')
  const colleague = aColleague(opened)
  await colleague.select(5, 6)
  const rule = () => opened.text.element().querySelector('hr')
  expect(rule()?.matches('.note-frame')).toBe(true)
  opened.editor.commands.insertContentAt(0, '<p>new</p>')
  await expect.poll(() => rule()?.matches('.note-frame')).toBe(true)
  opened.editor.commands.deleteRange({ from: 10, to: 11 })
  await expect.poll(() => opened.text.element().querySelector('.note-frame')).toBeNull()
})
