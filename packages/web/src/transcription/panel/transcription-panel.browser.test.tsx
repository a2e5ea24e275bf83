import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { articleDuration } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { refuse } from '../../../test/fake-server.ts'
import {
  button,
  expectGone,
  expectText,
  expectVisible,
  field,
  heading,
  link,
  menuItem,
  person,
} from '../../../test/person.ts'
import { aPart, openRecordingEditor, tools } from '../../article/edit/recording/edit-recording.fixture.ts'
import { aTranscript, aTranscriptRecording } from '../transcript.fixture.ts'

const parts = [aPart('Read the ticket', 0, 8000), aPart('Check the gateway', 8000, 12_000)]
const said = 'Open the ticket. um, count / the green bars. / Restart the gateway and wait here.'

const panel = page.getByRole('complementary', { name: 'Transcription' })
const word = (text: string) => panel.getByText(text, { exact: true })
const words = () => panel.getByRole('region', { name: 'Transcript' })

async function openTranscription(recording = aTranscriptRecording(said), answers = {}) {
  let current = aTranscript([recording])
  const opened = await openRecordingEditor(parts, {
    answers: { 'transcription.words': () => current, ...answers },
  })
  await person.click(button('Transcription'))
  await expectVisible(panel)
  return { ...opened, say: (text: string) => (current = aTranscript([aTranscriptRecording(text)])) }
}

it('generates a transcript, shows its progress, and then what is said', async () => {
  const { sockets, say } = await openTranscription(
    aTranscriptRecording('', { status: 'none', words: { start: [], end: [], text: [], confidence: [], speaker: [] } }),
  )
  await expectVisible('No Transcription')
  await person.click(button('+ GENERATE'))
  await expect.poll(() => sockets.some(({ path }) => path === '/socket/ai-transcription')).toBe(true)
  const socket = sockets.find(({ path }) => path === '/socket/ai-transcription')
  await expect
    .poll(() => socket?.sent)
    .toEqual(
      [{ type: 'start', data: { articleId: 'draft-1' } }].map(
        () => expect.objectContaining({ type: 'start' }) as unknown,
      ),
    )
  socket?.receive({ type: 'update', status: { progress: 40, step: 'Listening' } })
  await expectText(panel, '40 %')
  say(said)
  socket?.receive({ type: 'result', data: { transcription: '[]' } })
  await expectVisible(word('ticket.'))
  await expectVisible(button('RE-GENERATE'))
})

it('ends a generation with Cancel', async () => {
  const { sockets } = await openTranscription()
  await person.click(button('RE-GENERATE'))
  await expectVisible(panel.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => sockets.find(({ path }) => path.startsWith('/socket/'))?.sent.length).toBe(1)
  await person.click(panel.getByRole('button', { name: 'Cancel' }))
  await expect
    .poll(() => sockets.find(({ path }) => path.startsWith('/socket/'))?.sent.at(-1))
    .toMatchObject({ type: 'cancel' })
  await expectVisible(button('RE-GENERATE'))
})

it('asks what becomes of corrections before it generates again', async () => {
  const { sockets } = await openTranscription(aTranscriptRecording(said, { isEdited: true }))
  await person.click(button('RE-GENERATE'))
  await person.click(button('Keep corrections'))
  const socket = () => sockets.find(({ path }) => path.startsWith('/socket/'))
  await expect.poll(() => socket()?.sent[0]).toMatchObject({ type: 'start', data: { keepsEdits: true } })
})

it('cuts the recording by words, which come back with undo', async () => {
  const { saved } = await openTranscription()
  await person.focus(words())
  await person.press('ArrowRight')
  await person.press('Shift+ArrowRight')
  await expectText(panel, '2 words')
  await person.press('Delete')
  await expectGone(word('Open'))
  await expectVisible(word('ticket.'))
  await expect.poll(() => articleDuration(saved())).toBeLessThan(19_200)
  await person.press('Control+z')
  await expectVisible(word('Open'))
  await expect.poll(() => articleDuration(saved())).toBe(20_000)
})

it('makes a paragraph of words, with their text as its title', async () => {
  const { saved } = await openTranscription()
  await person.focus(words())
  for (let press = 0; press < 7; press++) await person.press('ArrowRight')
  await person.press('Shift+ArrowRight')
  await person.click(panel.getByRole('button', { name: 'New paragraph' }))
  await expect
    .poll(() => saved().map(({ title }) => title))
    .toEqual(['Read the ticket', 'green bars', 'Paragraph #1', 'Check the gateway'])
  expect(articleDuration(saved())).toBe(20_000)
})

it('proposes silences on the timeline, and cuts them only when they are applied', async () => {
  const { saved } = await openTranscription()
  await person.click(panel.getByRole('button', { name: 'More actions' }).first())
  await person.click(menuItem('Longer than 1 s'))
  await expectVisible('Remove 3 silences')
  expect(articleDuration(saved())).toBe(20_000)
  await person.click(button('Remove all'))
  await expectGone(page.getByText('Remove 3 silences'))
  await expect.poll(() => articleDuration(saved())).toBeLessThan(12_000)
  await expectVisible(word('Restart'))
  await person.click(tools.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => articleDuration(saved())).toBe(20_000)
})

it('corrects a word, and renames a speaker', async () => {
  const recording = aTranscriptRecording(said)
  const { server } = await openTranscription(recording, {
    'transcription.editWords': { recording: aTranscriptRecording(said.replace('ticket.', 'docket.')) },
    'transcription.renameSpeaker': aTranscript([aTranscriptRecording(said, { speakers: ['Ines'] })]),
  })
  await person.focus(words())
  await person.press('ArrowRight')
  await person.press('ArrowRight')
  await person.press('ArrowRight')
  await person.press('F2')
  await person.fill(field('Edit text'), 'docket.')
  await person.press('Enter')
  await expectVisible(word('docket.'))
  expect(server.requests('transcription.editWords').map(({ body }) => body)).toMatchObject([
    { videoId: 'video1', words: [{ text: 'docket.', speaker: 'Speaker 1' }] },
  ])
  await person.click(panel.getByRole('button', { name: 'Rename Speaker 1' }).first())
  await person.fill(panel.getByRole('combobox', { name: 'Rename Speaker 1' }), 'Ines')
  await person.press('Enter')
  await expectVisible(panel.getByRole('button', { name: 'Rename Ines' }).first())
})

it('finds words and goes from hit to hit', async () => {
  await openTranscription()
  await person.fill(field('Find a word'), 'the')
  await expectText(panel, '1 of 3')
  await person.press('Enter')
  await expectText(panel, '2 of 3')
})

it('logs that the transcript cannot be loaded, shows none, and loads it again', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {})
  const { server } = await openTranscription(aTranscriptRecording(said), { 'transcription.words': refuse('not_found') })
  await expectVisible('The transcript could not be loaded')
  expect(words().query()).toBeNull()
  expect(
    page
      .getByRole('alert')
      .filter({ hasText: /transcript/i })
      .query(),
  ).toBeNull()
  expect(log).toHaveBeenCalledWith('Failed to load transcription for the article', expect.anything())
  log.mockRestore()
  server.answer({ 'transcription.words': aTranscript([aTranscriptRecording(said)]) })
  await person.click(button('Try again'))
  await expectVisible(word('ticket.'))
})

it('is closed by another page', async () => {
  await openTranscription()
  await person.click(link('Drafts'))
  await expectVisible(heading('Drafts'))
  history.back()
  await expectVisible(button('Transcription'))
  await expectGone(panel)
})
