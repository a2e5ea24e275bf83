/** Notes and captions in other languages. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChatBody } from '../../../test/servers/model-server.ts'
import { buildDraft } from '../../article/article.builder.ts'
import { buildTranscript, say } from '../../transcription/transcription.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { finish, startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 20_000 })

const { server, db, model, company, author, workspace, tokens, connect, setAi } = await startAiServer()

/** Puts `DE` before every text of the list. */
const translateAll = (body: ChatBody): string => {
  const list = /<\w+-texts>\n(?<list>.*)\n<\//u.exec(body.messages.at(-1)?.content ?? '')?.groups?.['list'] ?? '[]'
  return JSON.stringify({ texts: (JSON.parse(list) as string[]).map((text) => `DE ${text}`) })
}
beforeEach(async () => {
  model.reset()
  model.reply = translateAll
  await setAi(true)
})

async function translate(data: object) {
  const client = await connect('ai-translate')
  await client.send({ type: 'start', data: { language: 'German', ...data } })
  return { client, ...(await finish(client)) }
}
async function readTabs(id: string) {
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  return article.textTabs
}

test('a note becomes a new tab in the language, block by block', async () => {
  const { id } = await buildDraft(db, {
    workspace,
    author,
    textTabs: [{ title: 'Steps', text: 'Open it.\nClose it.' }],
  })
  const [tab] = await readTabs(id)
  const { code, result } = await translate({ articleId: id, textTabId: tab?.id })
  expect([code, result?.['language']]).toEqual([3001, 'German'])
  const tabs = await readTabs(id)
  expect(tabs.map(({ title }) => title)).toEqual(['Steps', 'Steps (German)'])
  expect(tabs[1]?.text.replaceAll(/ data-key="[^"]*"/g, '')).toBe('<p>DE Open it.</p><p>DE Close it.</p>')
  expect(tabs[0]?.text).toBe(tab?.text)
})

test('a model that loses count gets shorter lists, until each text has its own', async () => {
  const lines = ['One.', 'Two.', 'Three.', 'Four.', 'Five.']
  const { id } = await buildDraft(db, { workspace, author, textTabs: [{ text: lines.join('\n') }] })
  model.reply = (body) => {
    const { texts } = JSON.parse(translateAll(body)) as { texts: string[] }
    return JSON.stringify({ texts: texts.length > 2 ? texts.slice(1) : texts })
  }
  const [tab] = await readTabs(id)
  expect((await translate({ articleId: id, textTabId: tab?.id })).code).toBe(3001)
  expect((await readTabs(id))[1]?.text.match(/DE \w+/g)).toEqual(lines.map((line) => `DE ${line.slice(0, -1)}`))
})

test('captions get another track, which every viewer can choose and correct text does not change', async () => {
  const videoId = await buildVideo(db, company, { userId: author.id, main_key: 'videos/aa/x.mp4', duration: 20_000 })
  await buildTranscript(db, videoId, say('Open the valve. Close the pump.'))
  const map = wholeRecording(videoId, 20_000)
  const paragraphs = [{ id: newKey(), title: 'P', tags: [], isExpanded: true, map, items: [] }]
  const { id } = await buildDraft(db, { workspace, author, paragraphs })
  expect((await translate({ articleId: id, textTabId: null })).code).toBe(3001)
  const params = { id }
  const spoken = (await server.call('transcription.words', { params, query: {} }, tokens.author)).ok
  expect(spoken.translations).toEqual([{ language: 'German', isOutdated: false }])
  expect(spoken.recordings[0]?.words.text.slice(0, 2)).toEqual(['Open', 'the'])
  const german = (await server.call('transcription.words', { params, query: { language: 'German' } }, tokens.author)).ok
  expect(german.recordings[0]).toMatchObject({
    language: 'German',
    words: { text: ['DE', 'Open', 'the', 'valve.', 'DE', 'Close', 'the', 'pump.'] },
  })
  expect(german.abilities.edit).toBe(false)
  expect(german.recordings[0]?.words.start[4]).toBe(1800)
  const { captions, name } = (
    await server.call('transcription.captions', { params, query: { format: 'srt', language: 'German' } }, tokens.author)
  ).ok
  expect([captions.includes('DE Open the valve.'), name.endsWith('german.srt')]).toEqual([true, true])
  await db.updateTable('transcripts').set({ revision: 9 }).where('video_id', '=', videoId).execute()
  const later = (await server.call('transcription.words', { params, query: {} }, tokens.author)).ok
  expect(later.translations).toEqual([{ language: 'German', isOutdated: true }])
})

test('nothing to translate, a fourth tab, and AI off are refused with the reason', async () => {
  const { id } = await buildDraft(db, { workspace, author, textTabs: ['', 'Two', 'Three'].map((text) => ({ text })) })
  const [empty, second] = await readTabs(id)
  expect(await translate({ articleId: id, textTabId: empty?.id })).toMatchObject({
    code: 3002,
    reason: 'There is nothing to translate',
  })
  expect(await translate({ articleId: id, textTabId: second?.id })).toMatchObject({
    code: 3002,
    reason: 'An article can have up to three tabs',
  })
  expect(await translate({ articleId: id, textTabId: null })).toMatchObject({
    code: 3002,
    reason: 'This article has no recording',
  })
  await setAi(false)
  expect(await translate({ articleId: id, textTabId: second?.id })).toMatchObject({
    code: 3002,
    reason: 'AI is turned off for this company',
  })
})
