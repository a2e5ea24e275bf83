import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers, FakeServer } from '../../../../test/fake-server.ts'
import { noResponse } from '../../../../test/fake-server.ts'
import { interceptFrames } from '../../../../test/intercept-frames.ts'
import { openNoteEditor, type OpenedNoteEditor } from '../../../../test/open-note-editor.tsx'
import { startFakeServer } from '../../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, field, option, person } from '../../../../test/person.ts'

const url = 'https://youtu.be/dQw4w9WgXcQ'
const card = `<div data-type="embed"><a href="${url}">Week 3</a></div>`

async function open(html: string, title: Answers['embed.title'] = { title: 'Week 3' }) {
  const server: FakeServer = startFakeServer({ 'embed.title': title })
  const opened = await openNoteEditor(html)
  opened.editor.commands.focus('start')
  await expect.poll(() => opened.editor.isFocused).toBe(true)
  return { ...opened, server }
}
const embeds = ({ editor }: Pick<OpenedNoteEditor, 'editor'>) =>
  editor.state.doc.children.filter(({ type }) => type.name === 'embed').map(({ attrs }) => attrs)
const types = ({ editor }: Pick<OpenedNoteEditor, 'editor'>) => editor.state.doc.children.map(({ type }) => type.name)

it('embeds a page by the slash menu, and gets its title from the server', async () => {
  const opened = await open('<p></p>')
  await person.type('/youtube')
  await expectVisible(option(/Embed/))
  await person.press('Enter')
  await person.fill(field('Address of the page'), 'https://example.com/')
  await person.click(button('Insert'))
  await expectVisible(/can’t be embedded/)
  await person.fill(field('Address of the page'), 'www.youtube.com/watch?v=dQw4w9WgXcQ')
  await person.press('Enter')
  await expectGone(dialog())
  await expectVisible('Week 3')
  expect(embeds(opened)).toEqual([{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'Week 3' }])
  expect(opened.server.requests('embed.title')).toHaveLength(1)
  await expect.poll(() => opened.editor.isFocused).toBe(true)
  await person.type('after')
  expect(types(opened)).toEqual(['embed', 'paragraph'])
})

it('embeds a URL that is pasted alone into an empty line; undo leaves its link', async () => {
  const opened = await open('<p></p><p>below</p>')
  opened.paste({ 'text/plain': `${url}\n`, 'text/html': `<a href="${url}">${url}</a>` })
  await expect.poll(() => embeds(opened)).toEqual([{ url, title: 'Week 3' }])
  expect(types(opened)).toEqual(['embed', 'paragraph'])
  await person.press('Control+z')
  expect(opened.editor.getHTML()).toContain(`href="${url}"`)
  await expect.poll(opened.blocks).toEqual([`paragraph: ${url}`, 'paragraph: below'])
  await person.press('Control+z')
  await expect.poll(opened.blocks).toEqual(['paragraph:', 'paragraph: below'])
  await person.press('Control+y', 'Control+y')
  await expect.poll(() => embeds(opened)[0]?.['url']).toBe(url)
})

it.each([
  ['in a line with words', '<p>see </p>', { 'text/plain': url }],
  ['of another site', '<p></p>', { 'text/plain': 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ' }],
  ['among words', '<p></p>', { 'text/plain': `see ${url}` }],
  ['in code', '<pre><code></code></pre>', { 'text/plain': url }],
])('leaves a URL %s as it is', async (_, html, data) => {
  const opened = await open(html)
  opened.editor.commands.focus('end')
  opened.paste(data)
  await expect.poll(() => opened.editor.getText()).toContain('dQw4w9WgXcQ')
  expect(embeds(opened)).toEqual([])
  expect(opened.server.requests('embed.title')).toEqual([])
})

it('leaves a URL that is pasted as text as it is, and the next one is embedded again', async () => {
  const opened = await open('<p></p>')
  const press = (type: string, shiftKey: boolean) =>
    opened.editor.view.dom.dispatchEvent(new KeyboardEvent(type, { key: 'V', ctrlKey: true, shiftKey, bubbles: true }))
  press('keydown', true)
  opened.paste({ 'text/plain': url })
  expect(embeds(opened)).toEqual([])
  opened.editor.commands.setContent('<p></p>')
  press('keydown', false)
  opened.paste({ 'text/plain': url, 'text/html': `<a href="${url}">${url}</a>` })
  await expect.poll(() => embeds(opened)).toMatchObject([{ url }])
})

it('keeps the frames of allowed sites in pasted HTML, without loading them', async () => {
  const requested = interceptFrames()
  const opened = await open('<p></p>', { title: null })
  opened.paste({
    'text/html':
      '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="YouTube video player"></iframe><iframe src="https://evil.example/"></iframe><p>b</p>',
  })
  await expect.poll(() => embeds(opened)).toEqual([{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: null }])
  await expectVisible(button(/^Load/))
  expect([requested, opened.text.element().querySelector('iframe')]).toEqual([[], null])
})

it('keeps the URL as the title without an answer', async () => {
  const opened = await open('<p></p>', noResponse())
  opened.paste({ 'text/plain': url })
  await expect.poll(() => opened.server.requests('embed.title').length).toBe(1)
  expect(embeds(opened)).toEqual([{ url, title: null }])
  await expectVisible(opened.text.getByText(url))
})

it('changes, opens, turns into a link and deletes an embed by its bar', async () => {
  const opened = await open(`<p>before</p>${card}<p>after</p>`)
  await person.click(opened.text.getByText('Week 3'))
  await expectVisible(page.getByRole('toolbar', { name: 'Embed' }))
  await expect.element(page.getByRole('link', { name: 'Open link' })).toHaveAttribute('href', url)
  await person.click(button('Edit embed'))
  // The dialog moves the focus here a moment after it appears, and would take it away from the title.
  await expect.element(field('Address of the page')).toHaveFocus()
  await person.fill(field('Title'), 'Week 4')
  await person.click(button('Save'))
  await expect.poll(() => embeds(opened)).toEqual([{ url, title: 'Week 4' }])
  expect(opened.server.requests('embed.title')).toEqual([])

  await person.press('Alt+F10', 'Enter')
  await person.fill(field('Address of the page'), 'https://vimeo.com/76979871')
  await person.press('Enter')
  await expect.poll(() => embeds(opened)).toEqual([{ url: 'https://vimeo.com/76979871', title: 'Week 3' }])

  await person.click(button('Turn into a link'))
  await expect.poll(opened.blocks).toEqual(['paragraph: before', 'paragraph: Week 3', 'paragraph: after'])
  await person.press('Control+z')
  await expect.poll(() => types(opened)).toEqual(['paragraph', 'embed', 'paragraph'])
  await person.click(opened.text.getByText('after'))
  await person.click(opened.text.getByText('Week 3'))
  await person.click(button('Delete'))
  await expect.poll(() => types(opened)).toEqual(['paragraph', 'paragraph'])
})

it('loads the frame of a card in the editor, and another one after a change', async () => {
  const requested = interceptFrames()
  const opened = await open(`${card}<p>after</p>`)
  await person.click(button('Load Week 3'))
  expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  await expectVisible(button('Hide Week 3'))
  opened.editor.commands.command(({ tr }) => Boolean(tr.setNodeAttribute(0, 'url', 'https://vimeo.com/76979871')))
  await expectVisible(button('Load Week 3'))
  expect(opened.text.element().querySelector('iframe')).toBeNull()
})

it('is laid out like the card of readers on a narrow touch screen', async () => {
  await page.viewport(390, 800)
  const opened = await open(`${card}<p>after</p>`)
  await person.click(opened.text.getByText('Week 3'))
  await expectVisible(page.getByRole('toolbar', { name: 'Formatting' }))
  await expectVisible(button('Edit embed'))
  expect(opened.text.element().scrollWidth).toBeLessThanOrEqual(390)
})
