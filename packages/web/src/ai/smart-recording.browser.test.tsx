/** Smart paragraphs and smart notes on the edit page of a recording. */
import type { ProposedParagraph } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'
import { aPart, block, openRecordingEditor } from '../article/edit/recording/edit-recording.fixture.ts'
import type { FakeSocket } from '../../test/fake-socket.ts'
import type { Answers } from '../../test/fake-server.ts'
import { button, dialog, expectGone, expectText, expectVisible, field, menuItem, person } from '../../test/person.ts'
import { aCompany, aSession } from '../../test/samples.ts'
import * as texts from './texts.ts'

const parts = [{ ...aPart('Paragraph #1', 0, 20_000), id: 'paragraph-1-----' }]
const proposed = (title: string, position: number, duration: number, level: 1 | 2 = 1): ProposedParagraph => ({
  title,
  position,
  duration,
  level,
  quote: `Here: ${title}.`,
})
const proposals = [
  proposed('Read the ticket', 0, 5000),
  proposed('Check the gateway', 5000, 15_000),
  proposed('Count the bars', 10_000, 10_000, 2),
]
const failure = (text: string) => page.getByRole('alert').filter({ hasText: text })
const panel = page.getByRole('region', { name: 'Proposed paragraphs' })
const shown = page.getByRole('group', { name: 'Proposed paragraphs' })

async function openEditor(answers: Answers = {}, { isAiEnabled = true, width = 1440 } = {}) {
  const opened = await openRecordingEditor(parts, {
    width,
    session: aSession({ company: aCompany({ isAiEnabled }) }),
    answers: {
      'ai.status': { isEnabled: isAiEnabled, hasText: isAiEnabled, hasImages: false },
      'ai.generationStatus': { status: 'none', progress: 0, kind: 'ai-paragraphs-generation' },
      ...answers,
    },
  })
  const socketOf = async (stream: string): Promise<FakeSocket> => {
    const find = () => opened.sockets.findLast(({ path, sent }) => path === `/socket/${stream}` && sent.length > 0)
    await expect.poll(find).toBeDefined()
    return find() as FakeSocket
  }
  return { ...opened, socketOf }
}

async function propose(list: readonly ProposedParagraph[] = proposals) {
  const opened = await openEditor()
  await person.click(button('Smart paragraphs'))
  const socket = await opened.socketOf('ai-paragraphs')
  socket.receive({ type: 'update', status: { progress: 60, step: 'Structuring' } })
  await expectVisible('Structuring 60 %')
  socket.receive({
    type: 'result',
    data: { paragraphs: JSON.stringify(list), title: 'Meter offline', summary: 'How to triage.', source: 'model' },
  })
  return opened
}

it('proposes paragraphs, of which one is changed and added, one dropped, and one taken back', async () => {
  const { saved } = await propose()
  await expectText(panel, '0 added, 0 dropped')
  await expectVisible(shown.getByRole('button', { name: /^Check the gateway, 0:05 to 0:20/ }))
  await person.fill(field('Paragraph title'), 'Read it')
  await person.press('Enter')
  await expectText(panel, '1 added, 0 dropped')
  await expect.element(field('Paragraph title')).toHaveValue('Check the gateway')
  await person.click(button('Drop “Count the bars”'))
  await person.click(button('Add', { exact: true }))
  await expectText(panel, '2 added, 1 dropped')
  await expectVisible(block('Read it, 0:00 to 0:05'))
  await expectVisible(block('Check the gateway, 0:05 to 0:20'))
  await person.click(button('Take back “Check the gateway”'))
  await expectVisible(block('Read it, 0:00 to 0:20'))
  await expect.poll(() => saved().map(({ title }) => title)).toEqual(['Read it'])
})

it('offers a title, a summary and paragraphs for a recording that nobody has divided, until dismissed', async () => {
  const offer = page.getByText('Title, summary and paragraphs for this recording?')
  const { socketOf, reload } = await openEditor()
  await person.click(button('Suggest', { exact: true }))
  await socketOf('ai-paragraphs')
  await expectGone(offer)
  await person.click(button('Stop generating paragraphs'))
  await expectVisible(offer)
  await person.click(button('Not for this recording'))
  await expectGone(offer)
  reload()
  await expectVisible(button('Smart paragraphs'))
  await expectGone(offer)
})

it('adds all that are left as one step, which undo reverts', async () => {
  const { saved } = await propose()
  await person.click(button('Add all 3'))
  await expectVisible(block('Count the bars, 0:10 to 0:20'))
  await expect
    .poll(() => saved().map(({ title, items }) => [title, items.length]))
    .toEqual([
      ['Read the ticket', 0],
      ['Check the gateway', 1],
    ])
  await person.click(button('Done'))
  await expectGone(panel)
  await person.press('Control+z')
  await expectVisible(block('Paragraph #1, 0:00 to 0:20'))
})

it('offers a title and a summary, which change the draft only when used', async () => {
  const { server } = await propose()
  await person.click(button('Use', { exact: true }))
  await expect.poll(() => server.requests('article.saveDraft').at(-1)?.body.title).toBe('Meter offline')
  await person.click(button('Add to notes'))
  await expect
    .poll(() => server.requests('article.saveDraft').at(-1)?.body.textTabs?.at(-1))
    .toMatchObject({ title: 'Summary', text: '<p>How to triage.</p>' })
})

it('a row of the timeline opens its proposal; Delete drops it', async () => {
  await propose()
  await person.click(shown.getByRole('button', { name: /^Count the bars/ }))
  await expect.element(field('Paragraph title')).toHaveValue('Count the bars')
  await person.focus(button('Drop', { exact: true }))
  await person.press('Delete')
  await expectText(panel, '0 added, 1 dropped')
})

it('says so when nothing divides the recording', async () => {
  await propose([])
  await expectVisible(failure("Oops! We were't able to generate paragraphs for this recording."))
  await expectVisible(button('Smart paragraphs'))
})

it('shows why it failed, and stops on request', async () => {
  const { socketOf } = await openEditor()
  await person.click(button('Smart paragraphs'))
  const failed = await socketOf('ai-paragraphs')
  failed.close(3002, 'The AI model is busy. Try again in a minute')
  await expectVisible(failure('The AI model is busy. Try again in a minute'))
  await person.click(button('Smart paragraphs'))
  await expect.poll(async () => (await socketOf('ai-paragraphs')) !== failed).toBe(true)
  const running = await socketOf('ai-paragraphs')
  await person.click(button('Stop generating paragraphs'))
  await expectVisible(button('Smart paragraphs'))
  expect(running.sent.at(-1)).toMatchObject({ type: 'cancel' })
})

it('follows a generation that is running on the server', async () => {
  const { socketOf } = await openEditor({
    'ai.generationStatus': ({ params }) => ({
      status: params.b === 'ai-paragraphs-generation' ? 'success' : 'none',
      progress: 40,
      kind: params.b,
    }),
  })
  expect((await socketOf('ai-paragraphs')).sent[0]).toMatchObject({
    type: 'reconnect',
    data: { articleId: expect.any(String) as string },
  })
})

it('writes smart notes while the person works, and opens them when they are ready', async () => {
  const { socketOf } = await openEditor()
  await person.click(button('Smart notes'))
  const submit = button('Generate notes')
  await expect.element(submit).toBeDisabled()
  await person.click(dialog('Smart notes').getByText('Custom'))
  await expect.element(submit).toBeDisabled()
  await person.fill(field('Describe the notes you want', { exact: true }), 'Three rules')
  await field('Tone').selectOptions('Academic')
  await person.click(submit)
  await expectGone(dialog('Smart notes'))
  const socket = await socketOf('ai-text')
  expect(socket.sent[0]).toMatchObject({
    type: 'start',
    data: { predefinedPrompt: 'custom', prompt: 'Three rules', tone: 'academic', textTabId: null },
  })
  socket.receive({ type: 'update', status: { progress: 45, step: 'Writing' } })
  await expectVisible('Writing notes 45 %')
  socket.receive({ type: 'result', data: { textTabs: [], draftId: 'art5678901', tabId: 'tab1' } })
  await expectVisible(button('Open notes'))
})

/** Names of what exists only with AI. */
const ownNames = [texts.smartNotes, texts.smartParagraphs, texts.suggest, texts.offerStructure]
const findNames = () => ownNames.filter((name) => document.body.textContent?.includes(name))

it('shows all its controls on the edit page, and none where AI is off', async () => {
  await openEditor()
  await expect.poll(findNames).toEqual(ownNames)
  await openEditor({}, { isAiEnabled: false })
  await expectVisible(block('Paragraph #1, 0:00 to 0:20'))
  await expectGone(button(texts.smartParagraphs))
  expect(findNames()).toEqual([])
})

it('does not offer paragraphs on a phone', async () => {
  await openEditor({}, { width: 390 })
  await expectVisible(block('Paragraph #1, 0:00 to 0:20'))
  await expectGone(button(texts.smartParagraphs))
})

it('translates a note into a new tab, which opens from the bar', async () => {
  const { socketOf } = await openEditor({
    'draft.get': () => {
      const article = buildArticle({
        textTabs: [
          { id: 'tab-1-----------', key: 'tab-1-----------', title: 'Steps', slug: 'steps', text: '<p>Go.</p>' },
        ],
      })
      return { article }
    },
  })
  await person.click(button('Actions for Steps'))
  await person.click(menuItem('Translate'))
  await field('Language').selectOptions('Greek')
  await person.click(dialog('Translate “Steps”').getByRole('button', { name: 'Translate' }))
  const socket = await socketOf('ai-translate')
  expect(socket.sent[0]).toMatchObject({ type: 'start', data: { language: 'Greek', textTabId: 'tab-1-----------' } })
  socket.receive({ type: 'update', status: { progress: 30, step: 'Translating' } })
  await expectVisible('Translating 30 %')
  socket.receive({ type: 'result', data: { language: 'Greek', tabId: 'tab-2', draftId: 'd', textTabs: [] } })
  await expectVisible(button('Open translation'))
})
