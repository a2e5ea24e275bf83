/** Companies on their own hosts, over real HTTP with the Host headers that browsers send. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildCompany, buildMember } from './company.builder.ts'

const webDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-page-'))
await writeFile(path.join(webDirectory, 'index.html'), '<!doctype html><html><head></head><body>page</body></html>')
afterAll(() => rm(webDirectory, { recursive: true, force: true }))

const on = (publicUrl: string) => startTestServer({ webDirectory, config: { publicUrl, hasCompanyDomains: true } })
const server = await on('https://knowreel.example')

async function getAt(host: string, address: string, { url }: TestServer = server) {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${url}${address}`, { headers: { host } }, resolve).on('error', reject)
  })
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

describe('the page', () => {
  test('is served on the parent host, for each company and for reserved words; other hosts are not found', async () => {
    await buildCompany(server.db, { slug: 'acme' })
    const statusAt = async (host: string) => (await getAt(host, '/login')).status
    expect(await statusAt('knowreel.example')).toBe(200)
    expect(await statusAt('acme.knowreel.example')).toBe(200)
    expect(await statusAt('ACME.knowreel.example:443')).toBe(200)
    expect(await statusAt('www.knowreel.example')).toBe(200)
    expect(await statusAt('nobody.knowreel.example')).toBe(404)
    expect(await statusAt('127.0.0.1')).toBe(200)
  })

  test('knows the parent host, keeps its policy and is revalidated', async () => {
    const { body, headers } = await getAt('nobody.knowreel.example', '/')
    expect(body).toContain('<meta name="knowreel-host" content="knowreel.example" />')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

test('companies include their domain in every response', async () => {
  const company = await buildCompany(server.db, { slug: 'brightmeter' })
  const token = await server.signIn(company.owner, company)
  const domain = 'brightmeter.knowreel.example'
  const me = (await server.call('user.me', {}, token)).ok
  expect([me.user.company?.domain, me.companies[0]?.domain]).toEqual([domain, domain])
  expect((await server.call('company.bySlug', { params: { slug: 'brightmeter' } })).ok.company.domain).toBe(domain)
  const slug = await server.call('company.slug', { params: { id: company.id } }, token)
  expect(slug.ok).toEqual({ slug: 'brightmeter', domain })
  const created = await server.call('company.create', { body: { title: 'Another one' } }, token)
  expect(created.ok.company.domain).toBe('another-one.knowreel.example')
})

describe('switching', () => {
  const twoCompanies = async (on: TestServer) => {
    const { db } = on
    const user = await buildUser(db)
    const from = await buildCompany(db, { owner: user })
    const to = await buildCompany(db, { slug: 'target' })
    await buildMember(db, to, { user })
    return { to, token: await on.signIn(user, from) }
  }

  test('leads to the host of the company, which has the same cookie', async () => {
    const { to, token } = await twoCompanies(server)
    const { ok } = await server.call('company.switch', { params: { id: to.id } }, token)
    expect(ok.address).toBe('https://target.knowreel.example/')
  })

  test('signs in with a one-use token where hosts share no cookie', async () => {
    const local = await on('http://localhost:3000')
    const { to, token } = await twoCompanies(local)
    const { address } = (await local.call('company.switch', { params: { id: to.id } }, token)).ok
    const [, once] = /^http:\/\/target\.localhost:3000\/login\/([\w-]{43})\/-\/[\da-f-]{36}$/.exec(address ?? '') ?? []
    const signIn = () => local.call('session.logIn', { body: { token: once ?? '' } })
    expect((await signIn()).ok.companies.map(({ slug }) => slug)).toContain('target')
    expect((await signIn()).status).toBe(422)
  })
})
