/** Answers: only from what the asker may read, with citations that exist. */
import type { AnswerMessage } from '@knowreel/shared/ai/answer.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { indexBatch } from '../../search/index/indexer.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import type { ChatBody } from '../../../test/servers/model-server.ts'
import { finish, startAiServer } from '../ai.fixture.ts'

const { server, db, model, company, author, workspace, tokens, connect, setAi } = await startAiServer()

const readable = await buildArticle(db, {
  workspace,
  author,
  title: 'Battery of the sensor',
  textTabs: [{ text: 'The sensor has two cells.\nThe battery of the sensor lasts seven years. Order number 4711.' }],
})
const secretWorkspace = await buildWorkspace(db, {
  company,
  owner: company.owner,
  visibility: 'private',
  title: 'Board',
})
const secret = await buildArticle(db, {
  workspace: secretWorkspace,
  author: company.owner,
  title: 'Battery supplier',
  textTabs: [{ text: 'The battery of the sensor comes from a supplier that we will leave: OSMIUM.' }],
})
await buildDraft(db, { workspace: secretWorkspace, author: company.owner, title: 'Battery draft OSMIUM' })
while ((await indexBatch(db)) !== 0);

const isQuery = (body: ChatBody) => JSON.stringify(body).includes('You write search queries')
/** Answers from the sources: each one's second line, cited. */
const quoteEverything = (body: ChatBody): string => {
  if (isQuery(body)) return '{"queries":["battery sensor","cell lifetime"]}'
  const prompt = body.messages.at(-1)?.content ?? ''
  return [...prompt.matchAll(/<\w+-source-(\d+)>\n([\s\S]*?)\n<\//gu)]
    .map(([, number, text]) => `${text?.split('\n').at(-1) ?? ''} [${number}]`)
    .join(' ')
}

beforeEach(async () => {
  model.reset()
  model.reply = quoteEverything
  await setAi(true)
})

const ask = async (question: string, by = tokens.author): Promise<AnswerMessage> =>
  (await server.call('ai.ask', { params: { q: question }, body: {} }, by)).ok

describe('an answer', () => {
  test('cites the sentence of a note, which opens there', async () => {
    const answer = await ask('How long does the battery of the sensor last?')
    expect(answer.kind).toBe('answer')
    const [source] = answer.metadata.sources
    expect(source).toMatchObject({ number: 1, articleId: readable.id, title: 'Battery of the sensor' })
    expect(source?.quote).toBe('The battery of the sensor lasts seven years.')
    expect(source?.result.foundTextProperties).toMatchObject({ startIndex: 26, textToFind: source?.quote })
    expect(answer.content).toContain('[1]')
  })

  test('contains nothing of what the asker may not read, and never sends it to the model', async () => {
    const answer = await ask('Which battery does the sensor have, and who is the supplier OSMIUM?')
    expect(JSON.stringify(answer)).not.toContain('OSMIUM')
    for (const { body } of model.requests)
      expect(JSON.stringify(body).replaceAll(/supplier OSMIUM\?/g, '')).not.toContain('OSMIUM')
    expect(answer.metadata.sources.map(({ articleId }) => articleId)).not.toContain(secret.id)
    expect(
      (await ask('Who supplies the battery of the sensor?', tokens.owner)).metadata.sources.map(
        ({ articleId }) => articleId,
      ),
    ).toContain(secret.id)
  })

  test('leaves out what was revoked while the model was writing', async () => {
    const other = await buildArticle(db, {
      workspace,
      author,
      title: 'Quartz',
      textTabs: [{ text: 'The quartz of the clock is blue.' }],
    })
    while ((await indexBatch(db)) !== 0);
    let isRevoked = false
    model.reply = (body) => {
      if (!isQuery(body) && !isRevoked) {
        isRevoked = true
        void db.updateTable('articles').set({ workspace_id: secretWorkspace.id }).where('id', '=', other.id).execute()
      }
      return quoteEverything(body)
    }
    model.delayMs = 30
    const answer = await ask('Which colour has the quartz of the clock?')
    expect(JSON.stringify(answer)).not.toContain('blue')
  })

  test('that cites nothing becomes the passages themselves', async () => {
    model.reply = (body) => (isQuery(body) ? '{"queries":["battery"]}' : 'Seven years, believe me.')
    const answer = await ask('How long does the battery last?')
    expect([answer.kind, answer.content]).toEqual(['passages', ''])
    expect(answer.metadata.sources.length).toBeGreaterThan(0)
  })

  test('loses citations of sources that do not exist', async () => {
    model.reply = (body) => (isQuery(body) ? '{"queries":["battery"]}' : 'Seven years [1, 40]. Nine [99].')
    const { content, metadata } = await ask('How long does the battery last?')
    expect(content).toBe('Seven years [1]. Nine.')
    expect(metadata.sources).toHaveLength(1)
  })

  test('says that nothing was found, without asking the model to write', async () => {
    model.reply = () => '{"queries":["zzyzx"]}'
    const answer = await ask('zzyzx qwertz?')
    expect(answer).toMatchObject({ kind: 'nothing', content: 'I found nothing about this in what you can read' })
    expect(model.requests.every(({ body }) => isQuery(body))).toBe(true)
  })

  test('uses the words of the question when the model writes no queries', async () => {
    model.reply = (body) => (isQuery(body) ? 'I would rather not.' : quoteEverything(body))
    expect((await ask('How long does the battery of the sensor last?')).kind).toBe('answer')
  })

  test('knows the six messages before the question', async () => {
    const messages = Array.from({ length: 9 }, (_, at) => ({ role: 'user' as const, content: `message ${at}` }))
    await server.call('ai.ask', { params: { q: 'And the battery?' }, body: { messages } }, tokens.author)
    expect(
      model.requests[0]?.body.messages.map(({ content }) => content).filter((content) => content.startsWith('message')),
    ).toEqual([3, 4, 5, 6, 7, 8].map((at) => `message ${at}`))
  })
})

test('without a model the best passages answer', async () => {
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
  const answer = await ask('How long does the battery of the sensor last?')
  expect(answer.kind).toBe('passages')
  expect(answer.metadata.sources[0]?.quote).toBe('The battery of the sensor lasts seven years.')
  expect(model.requests).toEqual([])
  await db.deleteFrom('ai_settings').execute()
})

test('an answer streams and can be rated by the one who asked', async () => {
  const client = await connect('ai-answer')
  await client.send({
    type: 'start',
    data: { key: 'a-key-of-a-page', question: 'How long does the battery of the sensor last?', messages: [] },
  })
  const { code, text, result } = await finish(client)
  expect(code).toBe(3001)
  expect(text).toContain('seven years')
  const { id } = result as unknown as AnswerMessage
  const rate = (by: string) => server.call('ai.rate', { params: { id }, body: { isGood: true } }, by)
  expect((await rate(tokens.viewer)).status).toBe(404)
  expect((await rate(tokens.author)).status).toBe(200)
})
