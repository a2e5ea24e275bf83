import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { button, expectVisible, person } from '../../../../test/person.ts'

const table = '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>'
const markdown = '| one | two |\n| --- | --- |\n| three | four |\n'

/** Marked is loaded when the editor opens. */
const openReady = async (html: string) => {
  const opened = await openNoteEditor(html)
  await import('marked')
  return opened
}

it('loads nothing and runs nothing of pasted HTML', async () => {
  const { blocks, paste } = await openNoteEditor('<p></p>')
  const ran: string[] = []
  Object.assign(window, { pastedCode: (where: string) => ran.push(where) })
  const before = performance.getEntriesByType('resource').length
  paste({
    'text/html':
      '<p>words<img src="/no-such-picture" onerror="pastedCode(1)"><svg onload="pastedCode(2)"></svg><iframe srcdoc="x"></iframe></p><script>pastedCode(3)</script><video src="/no-such-film" onerror="pastedCode(4)"></video>',
  })
  await expect.poll(() => blocks().join()).toContain('words')
  await new Promise(requestAnimationFrame)
  const loaded = performance.getEntriesByType('resource').slice(before)
  expect(loaded.filter(({ name }) => name.includes('no-such'))).toEqual([])
  expect(ran).toEqual([])
})

const tables: Record<string, Record<string, string>> = {
  'a Markdown table': { 'text/plain': markdown },
  'a Markdown table with words': { 'text/plain': `Some words\n\n${markdown}` },
  'an HTML table with words': { 'text/html': `<p>Some words</p>${table}` },
  'an HTML table in a quote': { 'text/html': `<blockquote>${table}</blockquote>` },
}
for (const [name, data] of Object.entries(tables)) {
  it(`never nests a table: ${name} pasted into a cell`, async () => {
    const { editor, paste } = await openReady(`${table}<p></p>`)
    editor.commands.setTextSelection(4)
    await expect
      .poll(() => {
        paste(data)
        return editor.getText()
      })
      .toMatch(/four|Some words|a \| b/)
    const depths: number[] = []
    editor.state.doc.descendants((node, position) => {
      if (node.type.name === 'table') depths.push(editor.state.doc.resolve(position).depth)
    })
    expect(depths).toEqual([0])
    editor.state.doc.check()
  })
}

it('says that a paste is too long, and pastes what fits only when asked', async () => {
  const { editor, text, paste } = await openNoteEditor(`<p>${'x'.repeat(29_000)}</p><p>end</p>`)
  editor.commands.focus('end')
  await expect.poll(() => editor.isFocused).toBe(true)
  paste({ 'text/plain': 'word '.repeat(1_000) })
  await expectVisible(page.getByText(/too long to paste/))
  expect(text.element().textContent).not.toContain('word')
  await person.click(button('Paste what fits'))
  expect(editor.state.doc.nodeSize).toBeLessThanOrEqual(30_000)
  expect(editor.state.doc.nodeSize).toBeGreaterThan(29_990)
  expect(text.element().textContent).toMatch(/endword word/)
  editor.state.doc.check()
})
