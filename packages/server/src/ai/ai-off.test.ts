/** A company that may not use AI: every stream and call is refused, and nothing leaves the machine. */
import { aiCalls } from '@knowreel/shared/ai/ai.calls.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { aiSamples } from '../../test/access/ai-samples.ts'
import { buildDraft } from '../article/article.builder.ts'
import { indexBatch } from '../search/index/indexer.ts'
import { buildTranscript, say } from '../transcription/transcription.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { finish, startAiServer } from './ai.fixture.ts'

const { openAiAlone, server, db, model, company, author, workspace, article, tokens, connect, setAi } =
  await startAiServer({ hasEmbeddings: true })
const videoId = await buildVideo(db, company, { userId: author.id, main_key: 'videos/aa/x.mp4', duration: 60_000 })
await buildTranscript(db, videoId, [...say('Open the valve.'), ...say('Start the pump.', 30_000)])
const whole = { id: newKey(), title: 'Paragraph #1', tags: [], isExpanded: true, items: [] }
const draft = await buildDraft(db, {
  workspace,
  author,
  textTabs: [{ text: 'Open it.' }],
  paragraphs: [{ ...whole, map: wholeRecording(videoId, 60_000) }],
})
while ((await indexBatch(db)) !== 0);
const tabId = (await server.call('draft.get', { params: { id: draft.id } }, tokens.author)).ok.article.textTabs[0]?.id
const articleId = draft.id
const { streams } = await openAiAlone()

/** The first message of each stream where AI is on. */
const starts: Readonly<Record<string, object>> = {
  'ai-text': { articleId, selectedText: 'Words', writerType: 'simplify' },
  'ai-image': { articleId, prompt: 'A gateway', style: 'line art' },
  'ai-paragraphs': { articleId },
  'ai-translate': { articleId, textTabId: tabId, language: 'German' },
  'ai-answer': { key: newKey(), question: 'Where is the button?', messages: [] },
}
const start = async (name: string) => {
  const client = await connect(name)
  await client.send({ type: 'start', data: starts[name] })
  return finish(client)
}

const refusal = 'AI is turned off for this company'
const invalid = 'Check the highlighted fields'

test('every stream runs with AI, and is refused without', async () => {
  expect(streams.map(({ name }) => name).toSorted()).toEqual(Object.keys(starts).toSorted())
  for (const { name } of streams) expect([refusal, invalid]).not.toContain((await start(name)).reason)
  expect(model.requests.length).toBeGreaterThan(streams.length - 1)
  model.requests.length = 0
  await setAi(false)
  for (const { name } of streams)
    expect([name, await start(name)]).toMatchObject([name, { code: 3002, reason: refusal }])
  expect(model.requests).toEqual([])
})

/** They only read or rate what the company has stored. */
const harmless = new Set(['status', 'settings', 'preferences', 'usage', 'rate', 'generationStatus'])

test.each(Object.keys(aiCalls))('ai.%s is refused, or reads only', async (name) => {
  await setAi(false)
  const sample = aiSamples[`ai.${name}` as keyof typeof aiSamples] as (subjects: object) => object
  const answer = await server.call(`ai.${name}` as 'ai.status', sample({ article }), tokens.owner)
  if (harmless.has(name)) expect([200, 403, 404]).toContain(answer.status)
  else expect([answer.status, answer.error.code]).toEqual([503, 'ai_off'])
  expect(model.requests).toEqual([])
})

test('no job sends anything', async () => {
  await setAi(false)
  const { jobServices } = await openAiAlone()
  const { signal } = new AbortController()
  await db.updateTable('users').set({ paragraphs_auto_generation: 'automatically' }).execute()
  await jobServices.embedPassages(signal)
  await jobServices.structureRecording(videoId, signal)
  expect(model.requests).toEqual([])
})
