/** A person's settings generate content for a new recording once, and leave the work of people as it is. */
import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { beforeEach, expect, test } from 'vitest'
import { buildDraft } from '../../article/article.builder.ts'
import { buildTranscript, say } from '../../transcription/transcription.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { startAiServer } from '../ai.fixture.ts'

const { openAiAlone, server, db, model, company, author, workspace, tokens, setAi } = await startAiServer()
const { structureRecording } = (await openAiAlone()).jobServices
const run = (videoId: string) => structureRecording(videoId, new AbortController().signal)

async function record(title = '', paragraphTitle = 'Paragraph #1') {
  const videoId = await buildVideo(db, company, { userId: author.id, main_key: 'videos/aa/x.mp4', duration: 60_000 })
  await buildTranscript(db, videoId, [...say('Open the valve.'), ...say('Start the pump.', 30_000)])
  const whole = { id: newKey(), title: paragraphTitle, tags: [], isExpanded: true, items: [] }
  const paragraphs = [{ ...whole, map: wholeRecording(videoId, 60_000) }]
  const { id } = await buildDraft(db, { workspace, author, title, textTabs: [], paragraphs })
  return { id, videoId }
}
type Wanted = Partial<AiPreferences> & { readonly paragraphsAutoGeneration?: 'manually' | 'automatically' }

async function want({ paragraphsAutoGeneration = 'manually', ...notes }: Wanted) {
  await server.call('user.updateMe', { body: { paragraphsAutoGeneration } }, tokens.author)
  const body = { notesAutoGeneration: 'none', customPrompt: '', ...notes } as const
  return server.call('ai.savePreferences', { body }, tokens.author)
}
async function read(id: string) {
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  return [article.title, article.paragraphs.map(({ title }) => title), article.textTabs.map(({ title }) => title)]
}

beforeEach(async () => {
  model.reset()
  model.reply = (body) =>
    JSON.stringify(body).includes('You divide a recording')
      ? '{"title":"Valve and pump","summary":"","paragraphs":[{"title":"Valve","start":"0:00","level":1},{"title":"Pump","start":"0:30","level":1}]}'
      : 'Wear gloves [0:02].'
  await setAi(true)
  await want({})
})

test('nothing by default', async () => {
  const { id, videoId } = await record()
  expect((await run(videoId)).text).toBe('Nothing is wanted')
  expect(await read(id)).toEqual(['', ['Paragraph #1'], []])
  expect(model.requests).toEqual([])
})

test('paragraphs, a title and notes, once', async () => {
  await want({ paragraphsAutoGeneration: 'automatically', notesAutoGeneration: 'policy' })
  const { id, videoId } = await record()
  await run(videoId)
  expect(await read(id)).toEqual(['Valve and pump', ['Valve', 'Pump'], ['Policy document']])
  const count = model.requests.length
  await run(videoId)
  expect([await read(id), model.requests.length]).toEqual([
    ['Valve and pump', ['Valve', 'Pump'], ['Policy document']],
    count,
  ])
})

test('a title that somebody wrote and paragraphs that somebody named stay', async () => {
  await want({ paragraphsAutoGeneration: 'automatically' })
  const named = await record('My title', 'Mine')
  await run(named.videoId)
  expect(await read(named.id)).toEqual(['My title', ['Mine'], []])
  const titled = await record('My title')
  await run(titled.videoId)
  expect(await read(titled.id)).toEqual(['My title', ['Valve', 'Pump'], []])
})

test('an attempt that failed is repeated, and what was done is not done again', async () => {
  await want({ paragraphsAutoGeneration: 'automatically', notesAutoGeneration: 'custom', customPrompt: 'Rules' })
  const { id, videoId } = await record()
  const reply = model.reply
  model.reply = (body) => (JSON.stringify(body).includes('You divide') ? reply(body) : '')
  await expect(run(videoId)).rejects.toThrow('no usable result')
  expect(await read(id)).toEqual(['Valve and pump', ['Valve', 'Pump'], []])
  model.reply = reply
  await run(videoId)
  expect(await read(id)).toEqual(['Valve and pump', ['Valve', 'Pump'], ['Note']])
  expect(model.lastPrompt()).toContain('Request: Rules')
})

test('while a transcript is being made, with AI off, or after the person left, nothing happens', async () => {
  await want({ paragraphsAutoGeneration: 'automatically' })
  const { id, videoId } = await record()
  const setStatus = (status: 'running' | 'done') =>
    db.updateTable('transcripts').set({ status }).where('video_id', '=', videoId).execute()
  await setStatus('running')
  expect((await run(videoId)).text).toContain('is being transcribed')
  await setStatus('done')
  await setAi(false)
  expect((await run(videoId)).text).toBe('AI is off')
  await setAi(true)
  const setMember = (status: 'active' | 'deactivated') =>
    db.updateTable('company_members').set({ status }).where('user_id', '=', author.id).execute()
  await setMember('deactivated')
  expect((await run(videoId)).text).toBe('The person is gone')
  await setMember('active')
  expect([await read(id), model.requests]).toEqual([['', ['Paragraph #1'], []], []])
})

test('preferences belong to the person, and need AI', async () => {
  expect((await want({ notesAutoGeneration: 'custom' })).error).toMatchObject({
    errors: [{ field: 'customPrompt', message: 'Please enter a prompt' }],
  })
  await want({ notesAutoGeneration: 'meeting-notes' })
  const of = async (token: string) =>
    (await server.call('ai.preferences', {}, token)).ok.preferences.notesAutoGeneration
  expect([await of(tokens.author), await of(tokens.viewer)]).toEqual(['meeting-notes', 'none'])
  await setAi(false)
  expect((await want({})).status).toBe(503)
})

test('a recording is structured before it is encoded, but not before what is said in it is known', async () => {
  await want({ paragraphsAutoGeneration: 'automatically' })
  const { id, videoId } = await record()
  const playsFirst = {
    main_key: null,
    first_key: 'videos/aa/x.webm',
    first_mime: 'video/webm',
    has_audio: true,
  } as const
  await db.updateTable('videos').set(playsFirst).where('id', '=', videoId).execute()
  await db.deleteFrom('transcripts').where('video_id', '=', videoId).execute()
  await db.insertInto('video_steps').values({ video_id: videoId, step: 'audio' }).execute()
  expect((await run(videoId)).text).toContain('No draft plays this recording')
  expect((await read(id))[1]).toEqual(['Paragraph #1'])
  await db.updateTable('video_steps').set({ status: 'done' }).where('video_id', '=', videoId).execute()
  await buildTranscript(db, videoId, [...say('Open the valve.'), ...say('Start the pump.', 30_000)])
  await run(videoId)
  expect((await read(id))[1]).toEqual(['Valve', 'Pump'])
})
