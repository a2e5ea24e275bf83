import { expect, it } from 'vitest'
import { FakeServer, noResponse, refuse } from './fake-server.ts'
import { aGroup } from './samples.ts'

const ask = (server: FakeServer, path: string, init: RequestInit = {}) =>
  server.handle(new URL(path, location.origin), init)

it('responds as declared, without fields that the response schema does not name', async () => {
  const server = new FakeServer()
  server.answer({ 'group.get': ({ params }) => ({ group: { ...aGroup({ id: params.id }), secret: 'no' } }) })
  const answer: unknown = await (await ask(server, '/api/group/support'))?.json()
  expect(answer).toMatchObject({ group: { id: 'support' } })
  expect(answer).not.toHaveProperty('group.secret')
  expect(server.requests('group.get').map(({ params }) => params.id)).toEqual(['support'])
  expect(server.violations).toEqual([])
})

it('records a call without a declared response, an unknown path and another host as faults', async () => {
  const server = new FakeServer()
  await ask(server, '/api/group/')
  await ask(server, '/api/no/such/call/at/all')
  await ask(server, 'https://elsewhere.example/')
  expect(server.violations).toEqual([
    'group.list (GET /api/group/) has no declared answer',
    'no call is GET /api/no/such/call/at/all',
    'https://elsewhere.example/ is not of this server',
  ])
})

it('records a response that does not match the response schema as a fault', async () => {
  const server = new FakeServer()
  const group: unknown = { id: 'support' }
  server.answer({ 'group.get': { group: group as ReturnType<typeof aGroup> } })
  expect((await ask(server, '/api/group/support'))?.status).toBe(500)
  expect(server.violations).toEqual([expect.stringContaining('the answer to group.get does not match the catalogue')])
})

it('refuses a body that the request schema refuses, like the real server', async () => {
  const server = new FakeServer()
  const answer = await ask(server, '/api/group/', { method: 'POST', body: JSON.stringify({ title: ' ' }) })
  expect(answer?.status).toBe(422)
  expect(await answer?.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ field: 'title', message: 'Field is required' }],
  })
  expect(server.requests('group.create')).toEqual([])
})

it('refuses with the status and message of the error code, or does not respond', async () => {
  const server = new FakeServer()
  server.answer({ 'group.list': refuse('forbidden'), 'group.users': noResponse() })
  const answer = await ask(server, '/api/group/')
  expect(answer?.status).toBe(403)
  expect(await answer?.json()).toMatchObject({ error: 'You are not allowed to do this' })
  await expect(ask(server, '/api/group/support/users')).rejects.toThrow(TypeError)
})
