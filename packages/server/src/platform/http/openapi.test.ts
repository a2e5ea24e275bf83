import { call, may } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { registerApiDocs } from './api-docs.ts'
import { listFields } from './api-docs-fields.ts'
import { buildHttpServer } from './http-server.ts'
import { buildOpenApi, type Catalogue } from './openapi.ts'

const declaredCalls: Catalogue = catalogue
const document = buildOpenApi(declaredCalls)
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the OpenAPI document', () => {
  test('contains every call of the catalogue once, under its path and method', () => {
    for (const [feature, calls] of Object.entries(declaredCalls)) {
      for (const [name, declared] of Object.entries(calls)) {
        const operation = document.paths[declared.path.replace(/(?<=.)\/$/, '')]?.[declared.method.toLowerCase()]
        expect(operation).toMatchObject({
          operationId: `${feature}.${name}`,
          summary: declared.summary,
          'x-allow': declared.allow,
        })
      }
    }
    const count = Object.values(declaredCalls).flatMap((calls) => Object.keys(calls)).length
    expect(operations).toHaveLength(count)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(count)
  })

  test('lists every error that a call declares, under its status', () => {
    for (const [feature, calls] of Object.entries(declaredCalls)) {
      for (const [name, declared] of Object.entries(calls)) {
        const operation = operations.find(({ operationId }) => operationId === `${feature}.${name}`)
        for (const code of declared.errors) {
          const response = operation?.responses[String(errorCodes[code].status)]
          expect(response?.content?.['application/json'].examples).toHaveProperty(code)
          expect(response?.description).toContain(errorCodes[code].message)
        }
      }
    }
  })

  test('references only existing schemas, and declares every path parameter', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
    expect(refs.length).toBeGreaterThan(0)
    for (const ref of refs) expect(document.components.schemas).toHaveProperty(ref.replace('#/components/schemas/', ''))
    expect(JSON.stringify(document)).not.toContain('$defs')
    for (const [path, methods] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const operation of Object.values(methods)) {
        const own = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(own.map(({ name }) => name)).toEqual(names)
        expect(own.every(({ required }) => required)).toBe(true)
      }
    }
  })

  const greet = {
    greeting: {
      hail: call({
        method: 'POST',
        path: '/greeting/{id}/',
        summary: 'Hail <somebody>',
        allow: may('article.edit', 'params.id'),
        key: 'write',
        query: z.strictObject({ loud: z.coerce.number().int().min(1).max(9).default(1), tone: z.enum(['a', 'b']) }),
        body: z.strictObject({
          words: z.array(z.object({ text: z.string().max(30) })).max(5),
          note: z.string().nullish(),
        }),
        response: z.object({ ok: z.literal(true), at: z.string().meta({ format: 'date-time' }).nullable() }),
        errors: ['draft_changed'],
        rateLimit: { max: 1, windowMs: 1000 },
      }),
      look: call({ method: 'GET', path: '/greeting', summary: 'Look', allow: 'guest', response: z.object({}) }),
    },
  }

  test('describes permission, input, output and errors of a call', () => {
    const { paths } = buildOpenApi(greet)
    const operation = paths['/greeting/{id}']?.['post']
    expect(operation).toMatchObject({
      description: 'Needs the permission article.edit on params.id. API keys need the scope write.',
      'x-key-scope': 'write',
      security: [{ bearer: [] }, {}],
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'loud', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 9, default: 1 } },
        { name: 'tone', in: 'query', required: true, schema: { enum: ['a', 'b'] } },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: { required: ['words'] } } } },
    })
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      '200 400 401 403 404 408 409 413 415 422 429 431 500 503 507'.split(' '),
    )
    const look = paths['/greeting']?.['get']
    expect(look).toMatchObject({ security: [], parameters: [] })
    expect(look?.requestBody).toBeUndefined()
    expect(Object.keys(look?.responses ?? {})).toEqual('200 400 408 422 431 500 503 507'.split(' '))
  })

  test('is refused if two calls share method and path', () => {
    const { look } = greet.greeting
    expect(() => buildOpenApi({ a: { look, again: { ...look, path: '/greeting/' } } })).toThrow('Two calls are GET')
  })

  test('fields are listed with their depth, and a recursive schema is expanded once', () => {
    const { paths } = buildOpenApi(greet)
    const body = paths['/greeting/{id}']?.['post']?.requestBody?.content['application/json']?.schema ?? {}
    expect(listFields(body, {})).toEqual([
      { name: 'words', depth: 0, type: 'object[]', isRequired: true, notes: ['at most 5 items'] },
      { name: 'text', depth: 1, type: 'string', isRequired: true, notes: ['at most 30 characters'] },
      { name: 'note', depth: 0, type: 'string | null', isRequired: false, notes: [] },
    ])
    const tree = { properties: { top: { $ref: '#/components/schemas/Leaf' } } }
    const leaf = { properties: { inner: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } } } }
    expect(listFields(tree, { Leaf: leaf }).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'top: Leaf',
      'inner: Leaf[]',
    ])
  })

  describe('over http', async () => {
    const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
    await app.register(async (api) => registerApiDocs(api, { ...catalogue, ...greet }, '1.2.3'), { prefix: '/api' })
    beforeAll(() => app.ready())
    afterAll(() => app.close())

    test('the document and the page are served, and not sent again to clients that have them', async () => {
      for (const path of ['/api/openapi.json', '/api/docs', '/api/docs.css', '/api/docs.js', '/api/docs-try.js']) {
        const first = await app.inject(path)
        expect([path, first.statusCode]).toEqual([path, 200])
        const headers = { 'if-none-match': `W/${first.headers.etag}` }
        const again = await app.inject({ path, headers })
        expect([again.statusCode, again.body]).toEqual([304, ''])
      }
      const answer = await app.inject('/api/openapi.json')
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url: '/api' }] })
    })

    test('the page shows every call and works under a policy without inline scripts', async () => {
      const { body, headers } = await app.inject('/api/docs')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect([...body.matchAll(/<script(?! src="\/api\/docs(-try)?\.js"( defer)?>)/g)]).toEqual([])
      expect(body).not.toMatch(/\son\w+=|style=|https?:\/\//)
      for (const { operationId } of operations) expect(body).toContain(`id="${operationId.replace('.', '-')}"`)
      expect(body).toContain('Hail &lt;somebody&gt;')
      expect(body).not.toContain('<somebody>')
    })

    test('limits are described in words', async () => {
      const { body } = await app.inject('/api/docs')
      expect(body).toMatch(/<td>at most [\d,. ]+ ?characters/)
      expect(body).not.toMatch(/%20|%2C/)
    })
  })
})
