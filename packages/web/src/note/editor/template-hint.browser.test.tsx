/** Templates as people use them: chosen, renamed and deleted in the picker, and saved from a note. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Template } from '@knowreel/shared/template/template.calls.ts'
import { FakeServer, neverAnswers, noResponse, refuse, type Answers } from '../../../test/fake-server.ts'
import { openNoteEditor } from '../../../test/open-note-editor.tsx'
import {
  button,
  dialog,
  expectGone,
  expectText,
  expectVisible,
  field,
  heading,
  menuItem,
  person,
  toast,
} from '../../../test/person.ts'
import { openSaveTemplate } from '../../template/index.ts'
import { openTemplates } from './template-hint.tsx'

const aTemplate = (change: Partial<Template> = {}): Template => ({
  id: 'visit',
  title: 'Site visit',
  isShared: true,
  authorName: 'Noor Haddad',
  abilities: { manage: false },
  ...change,
})

async function open(html: string, answers: Answers = {}) {
  const server = new FakeServer()
  server.answer({ 'template.list': { templates: [aTemplate()] }, ...answers })
  const { fetch } = globalThis
  globalThis.fetch = async (input, init = {}) => {
    const target = new URL(input instanceof Request ? input.url : input, location.href)
    return (await server.handle(target, init)) ?? fetch(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
    expect(server.violations).toEqual([])
  })
  const titles: string[] = []
  const note = await openNoteEditor(html, { onTemplate: (title) => titles.push(title) })
  return { ...note, server, titles }
}

const hint = button('Start with a template')
const picker = dialog('Start with a template')
const choice = (name: string | RegExp) => picker.getByRole('button', { name })

it('offers templates while nothing is written', async () => {
  const { editor } = await open('<p></p>')
  await expectVisible(hint)
  editor.commands.insertContent('x')
  await expectGone(hint)
  editor.commands.undo()
  await expectVisible(hint)
})

it('inserts a provided template, which one undo removes', async () => {
  const { editor, blocks, titles } = await open('<p></p>')
  await person.click(hint)
  await person.click(choice(/^Decision record/))
  await expectGone(picker)
  await expect.poll(() => titles).toEqual(['Decision record'])
  expect(blocks()).toContain('heading: Consequences')
  await expect.poll(() => editor.view.hasFocus()).toBe(true)
  editor.commands.undo()
  expect(blocks()).toEqual(['paragraph:'])
})

it.each(['How-to guide', 'Meeting notes', 'Decision record', 'Runbook', 'Onboarding checklist', 'Project brief'])(
  'has a complete template “%s”',
  async (name) => {
    const { editor } = await open('<p></p>')
    await person.click(hint)
    await person.click(choice(new RegExp(`^${name}`)))
    await expect.poll(() => editor.state.doc.childCount).toBeGreaterThan(8)
    editor.state.doc.check()
  },
)

it('inserts a template of the company below what is written, from the menu of blocks', async () => {
  const { editor, blocks, titles } = await open('<p>Before</p>', {
    'template.get': { template: aTemplate(), text: '<h2>Findings</h2><p>None</p>' },
  })
  editor.commands.focus('end')
  await expect.poll(() => editor.isFocused).toBe(true)
  await person.press('Enter')
  await person.type('/templ')
  await expectVisible(page.getByRole('option', { name: 'Template' }))
  await person.press('Enter')
  await person.click(choice(/Site visit/))
  await expect.poll(blocks).toEqual(['paragraph: Before', 'heading: Findings', 'paragraph: None'])
  expect(titles).toEqual(['Site visit'])
})

it('is used with the keyboard', async () => {
  const { blocks } = await open('<p></p>')
  await person.click(hint)
  await expect.element(picker.getByRole('searchbox')).toHaveFocus()
  await person.type('zzz')
  await expectVisible('No templates match.')
  await person.press('Escape')
  await expectVisible(choice(/Site visit/))
  await person.press('ArrowDown')
  await expect.element(choice(/Site visit/)).toHaveFocus()
  await person.press('ArrowDown')
  await expect.element(choice(/How-to guide/)).toHaveFocus()
  await person.press('Enter')
  await expect.poll(blocks).toContain('heading: Steps')
})

it('reports a template that is gone, and reads the list again', async () => {
  const { server, blocks } = await open('<p></p>', { 'template.get': refuse('not_found') })
  await person.click(hint)
  await person.click(choice(/Site visit/))
  await expect.poll(() => server.requests('template.list')).toHaveLength(2)
  await expectVisible(picker)
  expect(blocks()).toEqual(['paragraph:'])
})

it('inserts nothing after the dialog was closed', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { server, blocks, titles } = await open('<p></p>', {
    'template.get': async () => {
      await answered
      return { template: aTemplate(), text: '<h2>Findings</h2>' }
    },
  })
  await person.click(hint)
  await person.click(choice(/Site visit/))
  await expect.poll(() => server.requests('template.get')).toHaveLength(1)
  await person.press('Escape')
  await expectGone(picker)
  answer()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(blocks()).toEqual(['paragraph:'])
  expect(titles).toEqual([])
})

it('leaves a note and its title as they are if the template does not fit', async () => {
  const { editor, blocks, titles } = await open(`<p>${'a'.repeat(29_990)}</p>`, {
    'template.get': { template: aTemplate(), text: '<h2>Findings and everything else</h2>' },
  })
  openTemplates(editor, (title) => titles.push(title))
  await person.click(choice(/Site visit/))
  await expectGone(picker)
  await expect.poll(() => editor.view.hasFocus()).toBe(true)
  expect(blocks()).toHaveLength(1)
  expect(titles).toEqual([])
})

it('shows no template before all are there, so that none moves under the pointer', async () => {
  await open('<p></p>', { 'template.list': neverAnswers })
  await person.click(hint)
  await expectVisible(picker.getByRole('status', { name: 'Loading' }))
  await expectGone(choice(/How-to guide/))
})

it('tries again after a failure', async () => {
  const { server } = await open('<p></p>', { 'template.list': refuse('internal') })
  await person.click(hint)
  await expectVisible('Your templates could not be loaded.')
  await expectVisible(choice(/How-to guide/))
  server.answer({ 'template.list': { templates: [aTemplate()] } })
  await person.click(choice('Try again'))
  await expectVisible(choice(/Site visit/))
})

it('renames and deletes a template after a question', async () => {
  let templates = [aTemplate({ abilities: { manage: true } }), aTemplate({ id: 'other', title: 'Report' })]
  const { server } = await open('<p></p>', {
    'template.list': () => ({ templates }),
    'template.save': ({ body: { title } }) => {
      templates = templates.map((one) => (one.id === 'visit' ? { ...one, title } : one))
      return { template: aTemplate({ title }) }
    },
    'template.remove': () => {
      templates = templates.slice(1)
      return { success: true }
    },
  })
  await person.click(hint)
  await expectVisible(choice(/^Report/))
  await expectGone(button('Actions for Report'))
  await person.click(button('Actions for Site visit'))
  await person.click(menuItem('Rename'))
  await person.press('Escape')
  await expectGone(field('Name'))
  await expect.element(choice(/^Site visit/)).toHaveFocus()
  await person.click(button('Actions for Site visit'))
  await person.click(menuItem('Rename'))
  await person.fill(field('Name'), 'Visit')
  await person.press('Enter')
  await person.click(button('Actions for Visit'))
  await person.click(menuItem('Delete'))
  const question = dialog('Delete “Visit”?')
  await person.click(question.getByRole('button', { name: 'Delete template' }))
  await expectVisible(toast('Template deleted'))
  await expectGone(choice(/^Visit/))
  await expect.element(picker.getByRole('searchbox')).toHaveFocus()
  expect(server.requests('template.remove')).toMatchObject([{ params: { id: 'visit' } }])
})

it('saves a note as a template, and says what is left out', async () => {
  const { editor, server } = await open(
    '<h2>Findings</h2><p><img data-src="/files/images/01/0193cf0a-0000-7000-8000-000000000001.png"></p><p><a href="#t=12">0:12</a></p>',
    { 'template.create': refuse('too_many_templates'), 'image.url': neverAnswers },
  )
  openSaveTemplate({ note: editor.getJSON() as NoteJson, title: 'Roof of the depot' })
  const form = dialog('Save as template')
  await expectVisible('Pictures and files are left out, because they belong to this article.')
  await expectVisible('Links into the recording become plain text.')
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Roof of the depot')
  await person.fill(form.getByRole('textbox', { name: 'Name' }), ' ')
  await person.click(button('Save template'))
  await expectVisible('Enter a name')
  await person.fill(form.getByRole('textbox', { name: 'Name' }), 'Roof')
  await person.click(form.getByRole('radio', { name: 'Everyone in the company' }))
  await person.click(button('Save template'))
  await expectText(form.getByRole('alert'), 'There are too many templates. Delete one first')
  server.answer({ 'template.create': noResponse() })
  await person.click(button('Save template'))
  await expectVisible(heading('Save as template'))
  server.answer({ 'template.create': { template: aTemplate() } })
  await person.click(button('Save template'))
  await expectVisible(toast('Template saved'))
  expect(server.requests('template.create').at(-1)?.body).toMatchObject({ title: 'Roof', isShared: true })
})
