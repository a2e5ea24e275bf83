import type { AnswerMessage } from '@knowreel/shared/ai/answer.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeSocket } from '../../../test/fake-socket.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, link, person } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'
import { aResult } from '../../search/search.fixture.ts'

const result = aResult({
  id: 'articleNotes:art',
  category: 'articleNotes',
  title: 'Sensor handbook',
  textTabs: [{ id: 't', title: 'Checklist', slug: 'checklist' }],
  foundTextProperties: {
    initialIndex: 0,
    startIndex: 26,
    queryLength: 28,
    textToFind: 'The battery lasts seven years.',
    textTabId: 't',
  },
})
const answer: AnswerMessage = {
  id: 'answer-1',
  role: 'assistant',
  kind: 'answer',
  content: 'It lasts **seven** years [1].\n\n- <img src=x onerror="document.title=1">',
  metadata: {
    sources: [
      {
        number: 1,
        isDraft: false,
        draftId: null,
        articleId: 'a',
        title: 'Sensor handbook',
        quote: 'The battery lasts seven years.',
        result,
        review: { state: 'due', reviewAt: '2026-11-01', confirmedAt: null },
      },
    ],
  },
}
const session = aSession({ company: aCompany({ isAiEnabled: true }) })
const home = {
  session,
  answers: {
    'search.global': {},
    'search.addToHistory': { history: { _id: 'history', questions: [] } },
    'ai.rate': { success: true as const },
  },
}
const field = page.getByRole('combobox')

async function started(sockets: readonly FakeSocket[], count = 1): Promise<FakeSocket> {
  const asking = () => sockets.filter(({ path, sent }) => path === '/socket/ai-answer' && sent.length > 0)
  await expect.poll(() => asking().length).toBe(count)
  return asking().at(-1) as FakeSocket
}

async function askAtHome(question: string) {
  const opened = await openPage('/', home)
  await person.click(field)
  await person.type(question)
  await person.press('Enter')
  return { ...opened, socket: await started(opened.sockets) }
}

it('answers a question with sources that open the sentence', async () => {
  const { server, socket } = await askAtHome('How long does the battery last?')
  expect(socket.sent[0]).toMatchObject({
    type: 'start',
    data: { question: 'How long does the battery last?', messages: [] },
  })
  expect(server.requests('search.addToHistory')[0]?.body).toMatchObject({
    question: { category: 'none', title: 'How long does the battery last?' },
  })
  socket.receive({ type: 'update', status: { progress: 10 }, data: { delta: 'It lasts' } })
  await expectVisible(page.getByText('It lasts'))
  socket.receive({ type: 'result', data: answer })
  await expectVisible(heading(/Summarised from these articles/))
  await expectVisible('Still true? Review overdue since 01 November 2026')
  const source = link(/The battery lasts seven years/)
  await expect
    .element(source)
    .toHaveAttribute(
      'href',
      '/b/ws2/support/art2/read-a-gateway-log/notes/checklist?find=The+battery+lasts+seven+years.&near=26',
    )
  await person.click(button('Source 1: Sensor handbook'))
  await expect.element(source).toHaveFocus()
  await person.click(button('Good answer'))
  await expect.poll(() => server.requests('ai.rate').map(({ body }) => body)).toEqual([{ isGood: true }])
})

it('shows what a model wrote as text, never as markup', async () => {
  const { socket } = await askAtHome('How long does the battery last?')
  socket.receive({ type: 'result', data: answer })
  await expectVisible(page.getByText('<img src=x onerror="document.title=1">'))
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

it('sends earlier messages with the next question, and ignores one while another is answered', async () => {
  const { sockets, socket } = await askAtHome('How long does the battery last?')
  await expect.element(field).toHaveAttribute('placeholder', 'Ask anything else?')
  await person.type('Too early?')
  await person.press('Enter')
  socket.receive({ type: 'result', data: answer })
  await expectVisible(button('Ask again'))
  expect(sockets.filter(({ path }) => path === '/socket/ai-answer')).toHaveLength(1)
  await person.press('Enter')
  const next = await started(sockets, 2)
  expect(next.sent[0]).toMatchObject({
    data: {
      question: 'Too early?',
      messages: [
        { role: 'user', content: 'How long does the battery last?' },
        { role: 'assistant', content: answer.content },
      ],
    },
  })
  next.close(3002, 'The AI model is busy. Try again in a minute')
  await expectVisible(page.getByText('The AI model is busy. Try again in a minute'))
  await person.click(button('Leave AI mode'))
  await expectGone(button('Leave AI mode'))
  await expect.element(field).toHaveAttribute('placeholder', 'Ask a question')
})

it('labels passages honestly', async () => {
  const { socket } = await askAtHome('How long does the battery last?')
  socket.receive({ type: 'result', data: { ...answer, kind: 'passages', content: '' } })
  await expectVisible(heading(/Found in these articles/))
  await expectGone(heading(/Summarised/))
})

it('is absent where AI is off', async () => {
  await openPage('/', { ...home, session: aSession() })
  await person.click(field)
  await person.type('How long does the battery last?')
  await expectGone(button('Ask AI'))
})
