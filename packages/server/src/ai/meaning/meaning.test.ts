/** Texts that are found by their meaning: which are sent to the embedding model, and what each person finds. */
import { beforeEach, expect, test } from 'vitest'
import { likenessOf, toStoredVector } from '../../search/meaning/vector-bytes.ts'
import { indexBatch } from '../../search/index/indexer.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { startAiServer } from '../ai.fixture.ts'

const { openAiAlone, server, db, model, company, author, workspace, article, tokens, setAi, usages } =
  await startAiServer({ hasEmbeddings: true })
const { embedPassages } = (await openAiAlone()).jobServices
const run = () => embedPassages(new AbortController().signal)

const topics = [/bill|invoice|vendor|supplier/iu, /holiday|annual leave|vacation/iu, /gateway|button/iu]
/** A direction for each topic. */
const embedTopics = (text: string) => [...topics.map((topic) => (topic.test(text) ? 1 : -0.01)), 0.001]

const invoices = await buildArticle(db, {
  workspace,
  author,
  title: 'Payables',
  textTabs: [{ text: 'Send every invoice of a supplier to payables@halden.example.' }],
})
const board = await buildWorkspace(db, { company, owner: company.owner, visibility: 'private', title: 'Board' })
const secret = await buildArticle(db, {
  workspace: board,
  author: company.owner,
  title: 'OSMIUM',
  textTabs: [{ text: 'The supplier whose invoice we will not pay is OSMIUM.' }],
})
await buildDraft(db, { workspace, author, title: 'Draft', textTabs: [{ text: 'A supplier in a draft.' }] })
const index = async () => {
  while ((await indexBatch(db)) !== 0);
}

/** Shares no word with the article. */
const question = 'Where do bills from vendors go?'
const ask = async (by = tokens.author) => (await server.call('ai.ask', { params: { q: question }, body: {} }, by)).ok
const sent = () =>
  model.requests.filter(({ path }) => path.endsWith('/embeddings')).flatMap(({ body }) => body.input ?? [])

beforeEach(async () => {
  model.reset()
  model.embed = embedTopics
  model.reply = (body) =>
    JSON.stringify(body).includes('You write search queries') ? '{"queries":[]}' : 'To payables [1].'
  await setAi(true)
  await db.deleteFrom('search_vectors').execute()
  await db.deleteFrom('search_vector_states').execute()
  await index()
})

test('an answer comes from the text that means the same, and opens there', async () => {
  expect((await ask()).kind).toBe('nothing')
  expect(await run()).toEqual({ count: 3, problems: [] })
  const answer = await ask()
  expect(answer.metadata.sources.map(({ articleId }) => articleId)).toEqual([invoices.id])
  expect(answer.metadata.sources[0]?.quote).toContain('Send every invoice')
})

test('nobody finds or sends to the model what they may not read', async () => {
  await run()
  model.requests.length = 0
  const answer = await ask()
  expect(JSON.stringify([answer, model.requests.map(({ body }) => body)])).not.toContain('OSMIUM')
  const ofOwner = JSON.stringify((await ask(tokens.owner)).metadata.sources)
  expect([ofOwner.includes(secret.id), ofOwner.includes(invoices.id)]).toEqual([true, false])
})

test('a text is sent once, and again when it changes; drafts are never sent', async () => {
  await run()
  expect(sent().toSorted()).toEqual([
    'OSMIUM\n\nThe supplier whose invoice we will not pay is OSMIUM.',
    'Payables\n\nSend every invoice of a supplier to payables@halden.example.',
    'Restart the gateway\n\nHold the button for ten seconds.',
  ])
  expect(await run()).toEqual({ count: 0, problems: [] })
  await db
    .updateTable('text_tabs')
    .set({ plain_text: 'Hold the button for five seconds.' })
    .where('article_id', '=', article.id)
    .execute()
  await index()
  await run()
  expect(sent().slice(3)).toEqual(['Restart the gateway\n\nHold the button for five seconds.'])
})

test('nothing is sent where AI is off', async () => {
  await setAi(false)
  expect(await run()).toEqual({ count: 0, problems: [] })
  expect(model.requests).toEqual([])
})

test('a text that the model refuses is left out, and not sent again', async () => {
  const refused = { kind: 'status', status: 400 } as const
  model.faults.push(refused, refused, refused)
  expect(await run()).toEqual({ count: 3, problems: [] })
  expect(await db.selectFrom('search_vectors').select('vector').where('vector', 'is', null).execute()).toHaveLength(1)
  const { length } = model.requests
  await run()
  expect(model.requests).toHaveLength(length)
})

test('a model that is down is asked again, and until then a question is answered by its words', async () => {
  model.faults.push({ kind: 'status', status: 429, retryAfter: 600 })
  expect((await run()).problems).toEqual([`${company.id}: ai_busy`])
  expect(await run()).toEqual({ count: 3, problems: [] })
  model.embed = () => [Number.NaN]
  expect((await ask()).kind).toBe('nothing')
})

test('requests count for the company, until its budget is used', async () => {
  await db.deleteFrom('ai_usages').execute()
  await run()
  expect(await usages()).toMatchObject([{ kind: 'embedding', input_tokens: 30, user_id: null, outcome: 'done' }])
  await db.deleteFrom('search_vectors').execute()
  await db.deleteFrom('search_vector_states').execute()
  const settings = { base_url: '', model: '', image_model: '', api_key: null, key_ending: null, monthly_cost: null }
  const prices = { input_price: null, output_price: null, image_price: null }
  await db
    .insertInto('ai_settings')
    .values({ company_id: company.id, ...settings, ...prices, monthly_tokens: 10 })
    .execute()
  expect((await run()).problems).toEqual([`${company.id}: ai_budget_used`])
  await db.deleteFrom('ai_settings').execute()
})

test('stored vectors compare like the original ones', () => {
  const stored = (...vector: number[]) => toStoredVector(vector)?.bytes ?? Buffer.alloc(0)
  expect(likenessOf(stored(0.1, 0.2, -0.3), stored(1, 2, -3))).toBeCloseTo(1, 3)
  expect(likenessOf(stored(1, 0), stored(0, 1))).toBe(0)
  expect(likenessOf(stored(1, 0), stored(1, 0, 0))).toBe(-1)
  expect(toStoredVector([0, 0])).toBeNull()
})
