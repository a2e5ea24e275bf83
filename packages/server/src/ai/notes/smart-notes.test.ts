/** Smart notes: from what a recording says and shows to a tab of the draft. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { parseMomentHref } from '@knowreel/shared/note/note-moment.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { ffmpeg, h264, makeTestFolder, testPattern } from '../../../test/video-files.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildMember } from '../../company/company.builder.ts'
import { newFileKey } from '../../platform/files/index.ts'
import { buildTranscript, say } from '../../transcription/transcription.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { finish, startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 30_000 })

const { server, db, model, company, author, workspace, tokens, connect, setAi, usages } = await startAiServer()

const editor = await buildMember(db, company)
await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
const editorToken = await server.signIn(editor, company)

const folder = await makeTestFolder()
const file = path.join(folder, 'recording.mp4')
await ffmpeg(...testPattern(20, '320x180', 5), ...h264, file)
const key = newFileKey('videos', 'video/mp4')
await mkdir(path.dirname(path.join(server.dataDirectory, 'files', key)), { recursive: true })
await cp(file, path.join(server.dataDirectory, 'files', key))

async function record(said = 'Open the valve. Then wait until the lamp is green.', duration = 20_000) {
  const size = { width: 320, height: 180 }
  const videoId = await buildVideo(db, company, { userId: author.id, main_key: key, duration, ...size })
  if (said !== '') await buildTranscript(db, videoId, say(said))
  const map = wholeRecording(videoId, duration)
  return [{ id: newKey(), title: 'Opening the valve', tags: [], isExpanded: true, map, items: [] }]
}
const checklist = [{ title: 'Checklist', text: 'Ask Ann first.' }]
const draft = async (said?: string, duration?: number, textTabs = checklist) =>
  buildDraft(db, { workspace, author, title: 'Valves', textTabs, paragraphs: await record(said, duration) })

async function write(change: object, by = tokens.author) {
  const client = await connect('ai-text', by)
  await client.send({
    type: 'start',
    data: { prompt: '', predefinedPrompt: 'user-manual', tone: 'informative', ...change },
  })
  return { client, ...(await finish(client)) }
}

type Result = { draftId: string; textTabs: { title: string; text: string }[] }
const resultOf = ({ result }: { result: unknown }) => result as Result

beforeEach(async () => {
  model.reset()
  model.reply = () => '## Open it\n\n1. Open the valve [0:00]\n\n[picture 0:02]\n\nWait until the lamp is green [0:05].'
  await setAi(true)
})

test('become a tab with times and pictures, which every editor sees and the person can delete', async () => {
  const { id } = await draft()
  const written = await write({ articleId: id })
  expect([written.code, written.reason]).toEqual([3001, 'Done'])
  const { draftId, textTabs } = resultOf(written)
  expect([draftId, textTabs.map(({ title }) => title)]).toEqual([id, ['Checklist', 'User manual']])
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  const text = article.textTabs[1]?.text ?? ''
  expect(text).toContain('<a href="#t=5"')
  const picture = /data-src="(?<path>[^"]+)"/.exec(text)?.groups?.['path'] ?? ''
  const opened = await server.call('image.url', { body: { path: picture, articleId: id } }, tokens.author)
  expect(opened.status).toBe(200)
  expect(written.client.received.map(({ status }) => status?.step)).toEqual(
    expect.arrayContaining(['Reading', 'Writing', 'Adding pictures']),
  )
  expect(await usages()).toMatchObject([{ kind: 'notes', outcome: 'done' }])
})

test('the model reads what is said with its times, the paragraphs and the tone, not the notes of others', async () => {
  await write({ articleId: (await draft()).id })
  const prompt = model.lastPrompt()
  for (const expected of [
    '[0:00] Open the valve.',
    '[0:00] Paragraph: Opening the valve',
    'tone: informative',
    'user manual',
  ])
    expect(prompt).toContain(expected)
  expect(prompt).not.toContain('Ask Ann')
})

test('are added to the end of a chosen tab, whose text stays', async () => {
  const { id } = await draft()
  const before = (await server.call('draft.get', { params: { id } }, tokens.author)).ok.article.textTabs
  const [tab] = resultOf(await write({ articleId: id, textTabId: before[0]?.id })).textTabs
  expect(tab?.text).toMatch(/^<p[^>]*>Ask Ann first\.<\/p><h2/)
  expect(resultOf(await write({ articleId: id })).textTabs).toHaveLength(2)
})

test('of a published article go into its draft', async () => {
  const { id } = await buildArticle(db, { workspace, author, title: 'Valves', paragraphs: await record() })
  const { draftId } = resultOf(await write({ articleId: id, predefinedPrompt: 'custom', prompt: 'Three rules' }))
  expect(draftId).not.toBe(id)
  expect(model.lastPrompt()).toContain('Request: Three rules')
  const { article } = (await server.call('article.get', { params: { id }, query: {} }, tokens.viewer)).ok
  expect(article.textTabs).toHaveLength(1)
  const { article: own } = (await server.call('draft.get', { params: { id: draftId } }, tokens.author)).ok
  expect(own.textTabs.map(({ title }) => title)).toEqual(['Note', 'Note'])
})

test('a long recording is shortened part by part first', async () => {
  const sentence = 'The valve of the second pump is opened by hand and closed by the lever beside it again.'
  const { id } = await draft(Array.from({ length: 400 }, () => sentence).join(' '), 5_000_000)
  expect((await write({ articleId: id })).code).toBe(3001)
  const instructions = model.requests.map(({ body }) => JSON.stringify(body).includes('Shorten this part'))
  expect(instructions).toEqual([true, true, false])
})

test.each([
  ['without anything said or shown', '', 'There is nothing to write about yet. Generate the transcription first'],
])('%s the reason is shown', async (_, said, reason) => {
  expect(await write({ articleId: (await draft(said)).id })).toMatchObject({ code: 3002, reason })
  expect(model.requests).toEqual([])
})

test('without a recording there is nothing to write from', async () => {
  const { id } = await buildDraft(db, { workspace, author })
  expect(await write({ articleId: id })).toMatchObject({ code: 3002, reason: 'This article has no recording' })
})

test('a fourth tab is refused, and a failing model leaves the draft as it was', async () => {
  const tabs = ['One', 'Two', 'Three'].map((title) => ({ title, text: title }))
  const { id } = await draft(undefined, undefined, tabs)
  expect(await write({ articleId: id })).toMatchObject({ code: 3002, reason: 'An article can have up to three tabs' })
  model.faults.push({ kind: 'cut' })
  expect(await write({ articleId: (await draft()).id })).toMatchObject({
    code: 3002,
    reason: 'Error occurred while generating AI text',
  })
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  expect(article.textTabs.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
})

test('one generation per article for all its editors, and cancelling writes nothing', async () => {
  Object.assign(model, { reply: () => 'word '.repeat(400), delayMs: 20 })
  const { id } = await draft()
  const first = await connect('ai-text')
  await first.send({ type: 'start', data: { articleId: id, prompt: '', predefinedPrompt: 'policy' } })
  await expect.poll(() => model.requests.length).toBe(1)
  expect(await write({ articleId: id }, editorToken)).toMatchObject({ code: 3000, reason: 'This is already running' })
  const status = { params: { a: id, b: 'ai-notes-generation' } }
  expect((await server.call('ai.generationStatus', status, tokens.author)).ok.status).toBe('success')
  await first.send({ type: 'cancel' })
  expect((await first.closed).code).toBe(3001)
  expect((await server.call('ai.generationStatus', status, tokens.author)).ok.status).toBe('none')
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  expect(article.textTabs).toHaveLength(1)
})

test('a prompt of custom notes is required and limited', async () => {
  const { id } = await draft()
  expect(await write({ articleId: id, predefinedPrompt: 'custom' })).toMatchObject({ reason: 'Please enter a prompt' })
  expect(await write({ articleId: id, predefinedPrompt: 'custom', prompt: 'x'.repeat(1001) })).toMatchObject({
    code: 3002,
    reason: 'The description can have at most 1000 characters',
  })
})

test('publishing updates the times of the notes after a cut', async () => {
  const { id } = await draft()
  await write({ articleId: id })
  const { article } = (await server.call('draft.get', { params: { id } }, tokens.author)).ok
  const [first] = article.paragraphs
  const pm = first?.pm.map((entry) => ({ ...entry, videoTime: 2000 }))
  const paragraphs = [{ ...first, pm, duration: 18_000 }]
  const body = { paragraphs, title: 'Valves', isPublish: true, workspace: workspace.id }
  const saved = await server.call('article.save', { params: { id }, body: body as never }, tokens.author)
  const hrefs = [...(saved.ok.article.textTabs[1]?.text ?? '').matchAll(/href="(?<href>[^"]+)"/g)]
  expect(hrefs.map((match) => parseMomentHref(match.groups?.['href']?.replaceAll('&amp;', '&'))?.time)).toEqual([3000])
})

test('text of the writer is saved on request', async () => {
  const { id } = await draft()
  model.reply = () => 'Simple words.'
  const written = await write({
    articleId: id,
    predefinedPrompt: null,
    selectedText: 'Long words',
    writerType: 'simplify',
    saveArticle: true,
  })
  expect(resultOf(written).textTabs[1]).toMatchObject({ title: 'Note', text: expect.stringContaining('Simple words.') })
})
