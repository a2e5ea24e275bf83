/** Model, key and budget of a company. */
import { beforeEach, describe, expect, test } from 'vitest'
import { finish, startAiServer } from '../ai.fixture.ts'

const { server, db, model, article, tokens, connect, setAi, usages } = await startAiServer()

const none = {
  baseUrl: '',
  model: '',
  imageModel: '',
  embeddingModel: '',
  monthlyTokens: null,
  monthlyCost: null,
  inputPrice: null,
  outputPrice: null,
  imagePrice: null,
  embeddingPrice: null,
}
const save = (change: object, by = tokens.owner) => server.call('ai.saveSettings', { body: { ...none, ...change } }, by)

async function write() {
  const client = await connect('ai-text')
  await client.send({ type: 'start', data: { articleId: article.id, selectedText: 'Words', writerType: 'simplify' } })
  return finish(client)
}

beforeEach(async () => {
  model.reset()
  await setAi(true)
  await db.deleteFrom('ai_usages').execute()
  await db.deleteFrom('ai_settings').execute()
})

describe('the key', () => {
  test('is stored encrypted, never sent back, and used for requests', async () => {
    const apiKey = 'sk-a-secret-of-the-company-c04e'
    const saved = await save({ baseUrl: model.url, model: 'own-model', apiKey })
    expect(saved.ok.settings).toMatchObject({ keyEnding: 'c04e', model: 'own-model', hasInstallationModel: true })
    expect(JSON.stringify(saved.ok)).not.toContain('secret')
    const row = await db.selectFrom('ai_settings').select('api_key').executeTakeFirstOrThrow()
    expect(row.api_key?.toString('latin1')).not.toContain('secret')
    expect((await write()).code).toBe(3001)
    expect(model.requests[0]).toMatchObject({
      headers: { authorization: `Bearer ${apiKey}` },
      body: { model: 'own-model' },
    })
  })

  test('stays when it is not entered again, and is removed with its address', async () => {
    await save({ baseUrl: model.url, model: 'own-model', apiKey: 'sk-a-secret-of-the-company' })
    expect((await save({ baseUrl: model.url, model: 'other' })).ok.settings.keyEnding).toBe('pany')
    expect((await save({ baseUrl: 'https://1.1.1.1/v1', model: 'other' })).ok.settings.keyEnding).toBeNull()
  })

  test('of the installation is never sent to the address of a company', async () => {
    await save({ baseUrl: model.url, model: 'own-model' })
    await write()
    expect(model.requests[0]?.headers.authorization).toBeUndefined()
  })
})

test.each([
  'http://127.0.0.1:5432/v1',
  'http://localhost/v1',
  'http://169.254.169.254/v1',
  'http://[::1]/v1',
  'http://10.0.0.5/v1',
  'https://1.1.1.1:8443/v1',
])('%s is not connected to: the operator did not allow it', async (baseUrl) => {
  expect((await save({ baseUrl, model: 'm' })).error).toMatchObject({ code: 'ai_address_refused' })
})

test('an address that was stored before is checked again at every request', async () => {
  await save({ baseUrl: model.url, model: 'm' })
  await db.updateTable('ai_settings').set({ base_url: 'http://127.0.0.1:1/v1' }).execute()
  expect((await write()).code).toBe(3002)
  expect(model.requests).toEqual([])
})

test('only the owner sees and changes them', async () => {
  expect((await server.call('ai.settings', {}, tokens.author)).status).toBe(403)
  expect((await save({}, tokens.author)).status).toBe(403)
  expect((await server.call('ai.usage', { query: {} }, tokens.author)).status).toBe(403)
})

describe('the budget', () => {
  test('of tokens stops everything once it is used up', async () => {
    await save({ monthlyTokens: 150 })
    expect((await write()).code).toBe(3001)
    expect((await write()).code).toBe(3001)
    const before = model.requests.length
    expect(await write()).toMatchObject({ code: 3002, reason: 'The AI budget of this month is used up' })
    expect(model.requests).toHaveLength(before)
  })

  test('of money uses the prices', async () => {
    model.reply = () => 'One two'
    await save({ baseUrl: model.url, model: 'm', inputPrice: 10_000, outputPrice: 50_000, monthlyCost: 1.05 })
    await write()
    // 100 tokens in and 2 out.
    expect((await usages()).map(({ cost }) => cost)).toEqual([1.1])
    expect((await write()).reason).toBe('The AI budget of this month is used up')
    const { usage } = (await server.call('ai.usage', { query: {} }, tokens.owner)).ok
    expect(usage).toMatchObject({ requests: 1, tokens: 102, cost: 1.1, hasEstimates: false })
    expect(usage.kinds).toEqual([{ kind: 'text', requests: 1, tokens: 102, cost: 1.1 }])
    expect(usage.days).toHaveLength(1)
  })

  test('counts an estimate for models that do not report what they used', async () => {
    Object.assign(model, { hasUsage: false, reply: () => 'x'.repeat(400) })
    await write()
    expect(await usages()).toMatchObject([{ is_estimated: true, output_tokens: 100 }])
  })
})

test('the connection is tested with one word', async () => {
  expect((await server.call('ai.check', {}, tokens.owner)).ok.milliseconds).toBeGreaterThanOrEqual(0)
  model.faults.push({ kind: 'status', status: 401 })
  expect((await server.call('ai.check', {}, tokens.owner)).error).toMatchObject({ code: 'ai_key_refused' })
})

test('off: status says so, everything is refused, and nothing is sent', async () => {
  await setAi(false)
  expect((await server.call('ai.status', {}, tokens.author)).ok).toEqual({
    isEnabled: false,
    hasText: false,
    hasImages: false,
  })
  expect((await server.call('ai.check', {}, tokens.owner)).error).toMatchObject({ code: 'ai_off' })
  expect((await server.call('ai.ask', { params: { q: 'Where?' }, body: {} }, tokens.author)).status).toBe(503)
  for (const stream of ['ai-text', 'ai-image', 'ai-answer']) {
    const client = await connect(stream)
    const data = {
      articleId: article.id,
      key: 'a-key-of-a-page',
      question: 'Where?',
      messages: [],
      prompt: 'A',
      style: 'line art',
    }
    await client.send({ type: 'start', data })
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'AI is turned off for this company' })
  }
  expect(model.requests).toEqual([])
})
