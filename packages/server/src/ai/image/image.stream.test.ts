/** Pictures from a description. Nothing is stored until a person inserts the picture as a file. */
import { imageStyles } from '@knowreel/shared/ai/ai-choices.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildCompany } from '../../company/company.builder.ts'
import { finish, startAiServer } from '../ai.fixture.ts'

vi.setConfig({ testTimeout: 20_000 })

const { server, db, model, article, tokens, connect, setAi, usages } = await startAiServer()
beforeEach(async () => {
  model.reset()
  await setAi(true)
  await db.deleteFrom('ai_usages').execute()
})

async function draw(change: object = {}, by = tokens.author) {
  const client = await connect('ai-image', by)
  const data = { articleId: article.id, prompt: 'A gateway in the rain', style: 'line art', ...change }
  await client.send({ type: 'start', data })
  const { code, reason, result } = await finish(client)
  return { code, reason, image: (result as { image?: string } | undefined)?.image }
}

test('a picture is drawn from the prompt and the style, as PNG', async () => {
  const { code, image } = await draw()
  expect(code).toBe(3001)
  expect(
    Buffer.from(image ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect(model.requests.map(({ path, body }) => [path, (body as { prompt?: string }).prompt])).toEqual([
    [expect.stringMatching(/\/images\/generations$/), expect.stringContaining('A gateway in the rain')],
  ])
  expect(JSON.stringify(model.requests[0]?.body)).toContain('line art')
  expect(await usages()).toMatchObject([{ kind: 'image', outcome: 'done', images: 1 }])
  expect(await db.selectFrom('files').select('id').execute()).toEqual([])
})

test.each(imageStyles)('the style “%s” is told to the model', async (style) => {
  await draw({ style })
  const asked = JSON.stringify(model.requests[0]?.body).toLowerCase()
  expect(asked).toContain(style.split(' ')[0]?.toLowerCase())
})

test.each([
  ['   ', 'Please enter a prompt'],
  ['x'.repeat(1001), 'Image prompt should be less than 1000 characters'],
])('a prompt of this length is refused', async (prompt, message) => {
  expect(await draw({ prompt })).toMatchObject({ code: 3002, reason: message, image: undefined })
  expect(model.requests).toEqual([])
})

test('a thousand characters are allowed', async () => {
  expect((await draw({ prompt: 'y'.repeat(1000) })).code).toBe(3001)
})

test('an answer that is no picture is an error, and never reaches the person', async () => {
  model.faults.push({ kind: 'invalidJson' })
  const { code, image } = await draw()
  expect([code, image]).toEqual([3002, undefined])
})

test('nobody draws for an article that they cannot edit, or in a company without AI', async () => {
  expect((await draw({}, tokens.viewer)).code).not.toBe(3001)
  const elsewhere = await buildCompany(db, { isAiEnabled: true })
  expect((await draw({}, await server.signIn(elsewhere.owner, elsewhere))).code).not.toBe(3001)
  await setAi(false)
  expect((await draw()).code).not.toBe(3001)
  expect(model.requests).toEqual([])
})
