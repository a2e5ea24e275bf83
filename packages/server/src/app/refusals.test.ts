/**
 * The content of the response to a refused request, and the order of checks: the caller, the input, then the object.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany } from '../company/company.builder.ts'

const server = await startTestServer()
const company = await buildCompany(server.db)
const token = await server.signIn(company.owner, company)

async function send(method: string, path: string, body: unknown, by: string | null = token) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(by !== null && { authorization: `Bearer ${by}` }) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { errors?: { field: string; message: string }[]; error?: string }
  return { status: response.status, errors: answer.errors }
}

describe('an error names the field', () => {
  test.each([
    ['POST', '/workspace/', {}, 'title', 'The workspace title is required'],
    ['POST', '/workspace/', { title: '  ' }, 'title', 'The workspace title is required'],
    ['POST', '/workspace/', { title: 'A', color: 'red' }, 'color', 'Unknown field'],
    ['POST', '/login', { password: 'x' }, 'email', 'Please enter your email'],
    ['POST', '/login', { email: 'x@example.com' }, 'password', 'Please enter your password'],
  ])('%s %s %j: %s', async (method, path, body, field, message) => {
    expect(await send(method, path, body)).toEqual({ status: 422, errors: [{ field, message }] })
  })

  test('an error lists each unknown field', async () => {
    const { errors } = await send('POST', '/workspace/', { title: 'A', one: 1, two: 2 })
    expect(errors?.map(({ field }) => field)).toEqual(['one', 'two'])
  })

  test('every missing field of a sign-up has its own message', async () => {
    const { errors } = await send('POST', '/signup', {})
    expect(errors).toEqual([
      { field: 'firstName', message: 'Please fill in this field' },
      { field: 'lastName', message: 'Please fill in this field' },
      { field: 'email', message: 'Please enter a valid email' },
      { field: 'password', message: 'Please enter a password' },
    ])
  })
})

describe('a birthday is between 1900 and today', () => {
  test.each(['0000-01-01', '0001-01-01', '1899-12-31', '2999-01-01', '9999-12-31'])(
    '%s is refused',
    async (birthDay) => {
      const errors = [{ field: 'birthDay', message: 'Please enter a date between 1900 and today' }]
      expect(await send('PUT', '/user/me', { birthDay })).toEqual({ status: 422, errors })
    },
  )

  test.each(['1900-01-01', '1990-01-31', new Date().toISOString().slice(0, 10)])('%s is accepted', async (birthDay) => {
    expect((await send('PUT', '/user/me', { birthDay })).status).toBe(200)
  })
})

describe('the caller is checked before the input, and the input before the object', () => {
  const missing = `/workspace/${newId()}`
  test.each([
    ['POST', '/workspace/'],
    ['PUT', '/user/me'],
    ['POST', missing],
    ['POST', '/article/new/draft'],
    ['PUT', '/article/archived'],
  ])('a guest with a wrong body meets 401 at %s %s', async (method, path) => {
    expect((await send(method, path, { title: 1, articleIds: 1, birthDay: 1 }, null)).status).toBe(401)
  })

  test('a member with an invalid body gets 422 even for a missing object', async () => {
    expect((await send('POST', missing, { title: 1 })).status).toBe(422)
    expect((await send('POST', missing, { title: 'A' })).status).toBe(404)
  })
})

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
  'a body of %s is of the wrong kind, and not a form without fields',
  async (type) => {
    const headers = { 'content-type': type, authorization: `Bearer ${token}` }
    const response = await fetch(`${server.url}/api/workspace/`, { method: 'POST', headers, body: 'title=A' })
    expect([response.status, await response.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'wrong_media_type', error: 'This content type is not accepted' }),
    ])
  },
)
