import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { interceptSockets, type FakeSocket } from '../../../../test/fake-socket.ts'
import { openNoteEditor } from '../../../../test/open-note-editor.tsx'
import { button, expectGone, expectVisible, person } from '../../../../test/person.ts'
import { WriterPanel } from '../../../ai/writer/writer-panel.tsx'

const assistant = { hasText: true, hasImages: false, Writer: WriterPanel, openImageDialog: () => {} }
const text = page.getByRole('textbox', { name: 'Generated text' })
const writer = page.getByRole('dialog', { name: 'Ask AI' })

let sockets: readonly FakeSocket[] = []
beforeEach(() => {
  const intercepted = interceptSockets()
  sockets = intercepted.sockets
  const { fetch } = globalThis
  globalThis.fetch = () => Promise.resolve(Response.json({ token: 'ticket' }))
  onTestFinished(() => {
    intercepted.restore()
    globalThis.fetch = fetch
  })
})

async function openWriter(html = '<p>The gateway is down.</p><p>End.</p>') {
  const opened = await openNoteEditor(html, { assistant })
  opened.editor.chain().focus().setTextSelection({ from: 5, to: 12 }).run()
  await person.click(button('Ask AI'))
  await expectVisible(writer)
  return opened
}

/** The socket of the running generation, once it has started. */
async function started(count = 1): Promise<FakeSocket> {
  await expect.poll(() => sockets.filter(({ sent }) => sent.length > 0).length).toBe(count)
  return sockets.filter(({ sent }) => sent.length > 0).at(-1) as FakeSocket
}

const arrive = (socket: FakeSocket, delta: string) =>
  socket.receive({ type: 'update', status: { progress: 20 }, data: { delta } })

it('streams a text, which replaces the selection as one undo step', async () => {
  const { editor, blocks } = await openWriter()
  await person.click(button('Simplify'))
  const socket = await started()
  expect(socket.path).toBe('/socket/ai-text')
  expect(socket.sent[0]).toMatchObject({
    type: 'start',
    data: { writerType: 'simplify', selectedText: 'gateway', isConsiderArticle: false },
  })
  arrive(socket, 'little ')
  await expect.element(text).toHaveValue('little ')
  await expect.element(button('Insert', { exact: true })).toBeDisabled()
  arrive(socket, 'box')
  await expect.element(text).toHaveValue('little box')
  expect(blocks()).toEqual(['paragraph: The gateway is down.', 'paragraph: End.'])
  socket.receive({ type: 'result', data: { text: 'little **box**' } })
  await person.click(button('Insert', { exact: true }))
  await expectGone(writer)
  expect(blocks()).toEqual(['paragraph: The little box is down.', 'paragraph: End.'])
  editor.commands.undo()
  expect(blocks()).toEqual(['paragraph: The gateway is down.', 'paragraph: End.'])
})

it('keeps the text if the note has no room for it', async () => {
  const { editor, blocks } = await openWriter()
  await person.click(button('Make longer'))
  const long = 'word '.repeat(1100).trim()
  ;(await started()).receive({ type: 'result', data: { text: long } })
  await expectVisible(button('Insert', { exact: true }))
  editor.commands.insertContentAt(editor.state.doc.content.size, `<p>${'x'.repeat(29_000)}</p>`)
  const before = blocks()
  await person.click(button('Insert', { exact: true }))
  await expectVisible(writer)
  await expect.element(text).toHaveValue(long)
  expect(blocks()).toEqual(before)
  await expectGone(page.getByText('There is nothing to insert.'))
})

it('is opened on touch screens and narrow ones, too', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 720))
  const { editor } = await openWriter()
  expect(editor.state.selection.empty).toBe(false)
})

it('inserts below, and never as markup', async () => {
  const { blocks, text: note } = await openWriter()
  await person.click(button('Translate'))
  await person.click(button('German'))
  const socket = await started()
  expect(socket.sent[0]).toMatchObject({ data: { writerType: 'translate', option: 'German' } })
  socket.receive({ type: 'result', data: { text: '<img src=x onerror="document.title=1">' } })
  await person.click(button('Insert below'))
  expect(blocks()[1]).toBe('paragraph: <img src=x onerror="document.title=1">')
  expect(note.element().querySelector('img[src="x"]')).toBeNull()
})

it('keeps the latest changes of the result in a prompt of at most 6000 characters', async () => {
  await openWriter()
  await person.click(button('Simplify'))
  const changes = page.getByRole('textbox', { name: 'Change the result' })
  for (let count = 1; count <= 7; count++) {
    ;(await started(count)).receive({ type: 'result', data: { text: 'box' } })
    await expect.element(text).toHaveValue('box')
    await person.fill(changes, `${count}`.repeat(1000))
    await person.press('Enter')
  }
  const { prompt } = ((await started(8)).sent[0] as { data: { prompt: string } }).data
  expect(prompt).toHaveLength(6000)
  expect(prompt.startsWith('2')).toBe(true)
  expect(prompt.endsWith('7'.repeat(1000))).toBe(true)
})

it('shows why it failed, and changes nothing', async () => {
  const { blocks } = await openWriter()
  await person.click(button('Make shorter'))
  ;(await started()).close(3002, 'The AI budget of this month is used up')
  await expectVisible(page.getByText('The AI budget of this month is used up'))
  await expectVisible(button('Simplify'))
  expect(blocks()[0]).toBe('paragraph: The gateway is down.')
})

it('keeps a typed prompt when it fails', async () => {
  await openWriter()
  const prompt = page.getByRole('textbox', { name: 'Ask AI to' })
  await person.fill(prompt, 'Say it to somebody who has never seen a gateway')
  await person.press('Enter')
  ;(await started()).close(3002, 'The AI model is busy. Try again in a minute')
  await expectVisible(page.getByText('The AI model is busy. Try again in a minute'))
  await expect.element(prompt).toHaveValue('Say it to somebody who has never seen a gateway')
})

it('needs no prompt for a selected text', async () => {
  await openWriter()
  await person.press('Enter')
  const socket = await started()
  expect(socket.sent[0]).toMatchObject({
    type: 'start',
    data: { writerType: 'customPrompt', prompt: '', selectedText: 'gateway' },
  })
  await expectGone(page.getByText('Please enter a prompt'))
})

it('needs a prompt where nothing is selected', async () => {
  const { editor } = await openNoteEditor('<p></p>', { assistant })
  editor.chain().focus().run()
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.type('/assistant')
  await person.press('Enter')
  await expectVisible(writer)
  await person.press('Enter')
  await expectVisible(page.getByText('Please enter a prompt'))
  expect(sockets.filter(({ sent }) => sent.length > 0)).toEqual([])
})

it('accepts a prompt, and stops at the model', async () => {
  await openWriter()
  await person.click(button('Custom prompt'))
  await expect.element(page.getByRole('textbox', { name: 'Ask AI to change this text' })).toHaveFocus()
  await person.type('Make it rhyme')
  await person.press('Enter')
  const socket = await started()
  arrive(socket, 'A gateway')
  await person.click(button('Stop'))
  expect(socket.sent.at(-1)).toMatchObject({ type: 'cancel' })
  await expect.element(button('Insert', { exact: true })).toBeEnabled()
  await person.click(button('Discard'))
  await expectGone(writer)
})

it('is absent without a model', async () => {
  const { editor } = await openNoteEditor('<p>The gateway is down.</p>')
  editor.chain().focus().setTextSelection({ from: 5, to: 12 }).run()
  await expectVisible(page.getByRole('toolbar', { name: 'Formatting' }))
  await expectGone(button('Ask AI'))
})
