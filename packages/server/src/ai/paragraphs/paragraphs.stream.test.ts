/** Paragraphs proposed for a recording: always usable, whatever the model writes. */
import { proposedParagraphs, type ProposedParagraph } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildDraft } from '../../article/article.builder.ts'
import { buildTranscript, say } from '../../transcription/transcription.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { finish, startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 20_000 })

const { server, db, model, company, author, workspace, tokens, connect, setAi, usages } = await startAiServer()
const duration = 120_000
const words = [...say('First open the valve.', 0), ...say('Now start the pump.', 60_000)]

async function record({ hasWords = true, length = duration } = {}) {
  const videoId = await buildVideo(db, company, { userId: author.id, main_key: 'videos/aa/x.mp4', duration: length })
  if (hasWords) await buildTranscript(db, videoId, words)
  const whole = { id: newKey(), title: 'Paragraph #1', tags: [], isExpanded: true, items: [] }
  const draft = await buildDraft(db, {
    workspace,
    author,
    title: '',
    paragraphs: [{ ...whole, map: wholeRecording(videoId, length) }],
  })
  return { ...draft, videoId }
}

async function propose(articleId: string, by = tokens.author) {
  const client = await connect('ai-paragraphs', by)
  await client.send({ type: 'start', data: { articleId } })
  const ended = await finish(client)
  const result = ended.result as unknown as
    { paragraphs: string; title: string | null; summary: string | null; source: string } | undefined
  const paragraphs = result ? proposedParagraphs.parse(JSON.parse(result.paragraphs)) : []
  return { ...ended, result, paragraphs, client }
}
const shape = (paragraphs: readonly ProposedParagraph[]) =>
  paragraphs.map(({ title, position, duration: length, level }) => [title, position, length, level])

beforeEach(async () => {
  model.reset()
  await setAi(true)
})

test('title, summary and paragraphs, snapped to silences, with what is said there', async () => {
  model.reply = () =>
    '```json\n{"title":" Valves  and pumps ","summary":"How to start.","paragraphs":[{"title":"Valve","start":"0:00","level":1},{"title":"Pump","start":"0:59","level":2}]}\n```'
  const { id } = await record()
  const { code, result, paragraphs } = await propose(id)
  expect([code, result?.title, result?.summary, result?.source]).toEqual([
    3001,
    'Valves and pumps',
    'How to start.',
    'model',
  ])
  expect(shape(paragraphs)).toEqual([
    ['Valve', 0, duration, 1],
    ['Pump', 59_800, 60_200, 2],
  ])
  expect(paragraphs.map(({ quote }) => quote)).toEqual(['First open the valve.', 'Now start the pump.'])
  expect(model.lastPrompt()).toContain('[1:00] Now start the pump.')
  expect((await usages()).at(-1)).toMatchObject({ kind: 'paragraphs', outcome: 'done' })
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  expect([article.title, article.paragraphs.map(({ title }) => title)]).toEqual(['', ['Paragraph #1']])
})

test.each([
  [
    'beyond the end, too close, out of order',
    '[{"title":"C","start":"9:00"},{"title":"A","start":5},{"title":"B","start":"0:05"}]',
    [['A', 0]],
  ],
  ['without a time or a title', '[{"title":"A","start":"soon"},{"title":" ","start":"0:30"}]', []],
])('%s: only usable ones remain', async (_, list, expected) => {
  model.reply = () => `{"title":"T","summary":"","paragraphs":${list}}`
  const { paragraphs, code } = await propose((await record()).id)
  expect(code).toBe(3001)
  expect(paragraphs.map(({ title, position }) => [title, position]).slice(0, 1)).toEqual(expected)
})

test('a model that writes no JSON is asked once more, then the reason is shown', async () => {
  model.reply = () => 'I would rather not.'
  const { code, reason } = await propose((await record()).id)
  expect([code, reason, model.requests.length]).toEqual([3002, 'The AI model returned no usable result', 2])
})

test('without a model, pauses, clicks and pages divide the recording', async () => {
  await db
    .insertInto('ai_settings')
    .values({
      company_id: company.id,
      base_url: model.url,
      model: '',
      image_model: '',
      api_key: null,
      key_ending: null,
      monthly_tokens: null,
      monthly_cost: null,
      input_price: null,
      output_price: null,
      image_price: null,
    })
    .execute()
  const { id } = await record()
  const { result, paragraphs } = await propose(id)
  expect(result).toMatchObject({ source: 'signals', title: 'First open the valve', summary: null })
  expect(shape(paragraphs)).toEqual([
    ['First open the valve', 0, 59_800, 1],
    ['Now start the pump', 59_800, 60_200, 1],
  ])
  const silent = await record({ hasWords: false })
  expect((await propose(silent.id)).paragraphs).toEqual([])
  expect(model.requests).toEqual([])
  await db.deleteFrom('ai_settings').execute()
})

test('a transcript that is being made is awaited', async () => {
  model.reply = () => '{"title":"","summary":"","paragraphs":[{"title":"Valve","start":"0:00","level":1}]}'
  const { id, videoId } = await record()
  await db.updateTable('transcripts').set({ status: 'running', progress: 50 }).where('video_id', '=', videoId).execute()
  const client = await connect('ai-paragraphs')
  await client.send({ type: 'start', data: { articleId: id } })
  await expect.poll(() => client.received.some(({ status }) => status?.step === 'Listening')).toBe(true)
  expect(model.requests).toEqual([])
  await db.updateTable('transcripts').set({ status: 'done' }).where('video_id', '=', videoId).execute()
  expect((await finish(client)).code).toBe(3001)
})

test('cancelling ends it, and only editors may start it', async () => {
  Object.assign(model, { delayMs: 30, reply: () => 'word '.repeat(300) })
  const { id } = await record()
  const client = await connect('ai-paragraphs')
  await client.send({ type: 'start', data: { articleId: id } })
  await expect.poll(() => model.requests.length).toBe(1)
  await client.send({ type: 'cancel' })
  expect((await client.closed).code).toBe(3001)
  await expect.poll(() => model.requests[0]?.isAborted).toBe(true)
  expect(await propose(id, tokens.owner)).toMatchObject({ code: 3002, reason: 'Not found' })
  await setAi(false)
  expect(await propose(id)).toMatchObject({ code: 3002, reason: 'AI is turned off for this company' })
})

test('an article without a recording has nothing to divide', async () => {
  const { id } = await buildDraft(db, { workspace, author })
  expect(await propose(id)).toMatchObject({ code: 3002, reason: 'This article has no recording' })
})
