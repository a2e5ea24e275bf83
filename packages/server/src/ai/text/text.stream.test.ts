/** The writer and its model in every condition of a provider. Nothing of it writes to a note. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { finish, startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 20_000 })

const { server, model, article, tokens, connect, setAi, usages, db } = await startAiServer()
beforeEach(async () => {
  model.reset()
  await setAi(true)
  await db.deleteFrom('ai_usages').execute()
})

const start = (change: object = {}) => ({
  type: 'start',
  data: { articleId: article.id, prompt: '', writerType: 'simplify', selectedText: 'The gateway is down.', ...change },
})

async function write(change: object = {}, by = tokens.author) {
  const client = await connect('ai-text', by)
  await client.send(start(change))
  return finish(client)
}

describe('a text', () => {
  test('arrives word by word, and as a whole at the end', async () => {
    model.reply = () => 'The gateway does not work.'
    expect(await write()).toMatchObject({
      code: 3001,
      text: 'The gateway does not work.',
      result: { text: 'The gateway does not work.' },
    })
    expect(model.requests[0]?.headers.authorization).toBe('Bearer key-of-installation')
    expect(await usages()).toMatchObject([
      { kind: 'text', model: 'test-model', outcome: 'done', input_tokens: 100, output_tokens: 5, is_estimated: false },
    ])
  })

  test.each([
    ['changeTone', 'poetic', 'poetic'],
    ['translate', 'Greek', 'into Greek'],
    ['fixSpellingAndGrammar', null, 'Correct spelling'],
  ])('is requested as %s %s', async (writerType, option, expected) => {
    await write({ writerType, option })
    expect(model.lastPrompt()).toContain(expected)
    expect(model.lastPrompt()).toContain('The gateway is down.')
  })

  test('knows the article only if the writer considers it', async () => {
    await write()
    expect(model.lastPrompt()).not.toContain('Hold the button')
    await write({ isConsiderArticle: true })
    expect(model.lastPrompt()).toContain('Hold the button for ten seconds.')
  })

  test('needs a prompt or a selection', async () => {
    const { code, reason } = await write({ selectedText: '  ' })
    expect([code, reason]).toEqual([3002, 'Please enter a prompt'])
    expect(model.requests).toEqual([])
  })

  test('is cut at 6,000 characters when the model never ends', async () => {
    model.faults.push({ kind: 'endless' })
    const { code, result } = await write()
    expect(code).toBe(3001)
    expect((result as unknown as { text: string }).text.length).toBeGreaterThan(5900)
    await expect.poll(() => model.requests[0]?.isAborted).toBe(true)
  })
})

describe('a model that fails', () => {
  const failure = [3002, 'Error occurred while generating AI text']

  test.each([
    ['cut', failure],
    ['endsEarly', failure],
    ['invalidJson', failure],
    ['empty', failure],
    ['hang', failure],
    ['stalls', failure],
  ] as const)('%s: the reason is shown, and what was used is counted once', async (kind, expected) => {
    model.reply = () => 'One two three four.'
    model.faults.push({ kind })
    const { code, reason, result } = await write()
    expect([code, reason, result]).toEqual([...expected, undefined])
    expect(model.requests).toHaveLength(1)
    expect(await usages()).toMatchObject([{ outcome: 'failed' }])
  })

  test('429 with Retry-After is tried again', async () => {
    model.faults.push({ kind: 'status', status: 429, retryAfter: 1, body: '{"error":{"message":"slow down"}}' })
    const startedAt = Date.now()
    expect((await write()).code).toBe(3001)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950)
    expect(await usages()).toMatchObject([{ outcome: 'done', input_tokens: 100 }])
  })

  test.each([
    [429, 3600, 'The AI model is busy. Try again in a minute'],
    [401, undefined, 'The AI model refused the API key'],
    [400, undefined, 'Error occurred while generating AI text'],
  ])('%i is not repeated', async (status, retryAfter, expected) => {
    model.faults.push({ kind: 'status', status, ...(retryAfter !== undefined && { retryAfter }) })
    expect(await write()).toMatchObject({ code: 3002, reason: expected })
    expect(model.requests).toHaveLength(1)
    expect(await usages()).toMatchObject([{ outcome: 'failed', input_tokens: 0, output_tokens: 0 }])
  })

  test('500 is tried three times', async () => {
    for (let n = 0; n < 3; n++) model.faults.push({ kind: 'status', status: 500 })
    expect(await write()).toMatchObject({ code: 3002, reason: 'Error occurred while generating AI text' })
    expect(model.requests).toHaveLength(3)
  })
})

describe('a running text', () => {
  const long = () => Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')

  test('ends within a second of its cancellation, also at the model', async () => {
    Object.assign(model, { reply: long, delayMs: 20 })
    const client = await connect('ai-text')
    await client.send(start())
    await expect.poll(() => client.count('update')).toBeGreaterThan(3)
    const cancelledAt = Date.now()
    await client.send({ type: 'cancel' })
    expect(await client.closed).toMatchObject({ code: 3001 })
    await expect.poll(() => model.requests[0]?.isAborted).toBe(true)
    expect(Date.now() - cancelledAt).toBeLessThan(1000)
    await expect.poll(async () => (await usages()).map(({ outcome }) => outcome)).toEqual(['cancelled'])
  })

  test('survives its socket; another one receives all of it', async () => {
    Object.assign(model, { reply: long, delayMs: 5 })
    const first = await connect('ai-text')
    await first.send(start())
    await expect.poll(() => first.count('update')).toBeGreaterThan(3)
    first.ws.terminate()
    const second = await connect('ai-text')
    await second.send({ type: 'reconnect', data: start().data })
    const { code, text, result } = await finish(second)
    expect([code, text]).toEqual([3001, long()])
    expect(result).toEqual({ text: long() })
    expect(model.requests).toHaveLength(1)
  })

  test('is the only one of its person and article', async () => {
    Object.assign(model, { reply: long, delayMs: 20 })
    const first = await connect('ai-text')
    await first.send(start())
    await expect.poll(() => first.count('update')).toBeGreaterThan(0)
    expect(await write()).toMatchObject({ code: 3000, reason: 'This is already running' })
    await first.send({ type: 'cancel' })
    await first.closed
  })

  test('ends when AI is turned off', async () => {
    Object.assign(model, { reply: long, delayMs: 50 })
    const client = await connect('ai-text')
    await client.send(start())
    await expect.poll(() => client.count('update')).toBeGreaterThan(0)
    await setAi(false)
    expect((await client.closed).code).toBe(3002)
  })
})

test('only editors can start a text, and only with AI on', async () => {
  expect(await write({}, tokens.viewer)).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
  expect(await write({ articleId: 'missing123' })).toMatchObject({ code: 3002, reason: 'Not found' })
  await setAi(false)
  expect(await write()).toMatchObject({ code: 3002, reason: 'AI is turned off for this company' })
  expect(model.requests).toEqual([])
})

test('a picture is a PNG, whatever the model returned', async () => {
  const draw = async () => {
    const client = await connect('ai-image')
    await client.send({ type: 'start', data: { articleId: article.id, prompt: 'A gateway', style: 'line art' } })
    return finish(client)
  }
  const { code, result } = await draw()
  expect(code).toBe(3001)
  const { image } = result as unknown as { image: string }
  expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG')
  expect(model.requests[0]?.body.prompt).toContain('line art')
  model.faults.push({ kind: 'invalidJson' })
  expect((await draw()).code).toBe(3002)
})

test('the status call reports nothing for articles that the caller may not edit', async () => {
  const params = { a: article.id, b: 'ai-notes-generation' }
  expect((await server.call('ai.generationStatus', { params }, tokens.author)).ok).toEqual({
    status: 'none',
    progress: 0,
    kind: 'ai-notes-generation',
  })
  expect((await server.call('ai.generationStatus', { params }, tokens.viewer)).status).toBe(403)
})
