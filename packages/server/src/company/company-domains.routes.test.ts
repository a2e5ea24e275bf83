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

describe('a certificate', () => {
  const ask = async (domain: string, asked: TestServer = server) =>
    (await asked.call('company.certificate', { query: { domain } })).status

  test('may be requested for the host of the installation and of each existing company, and for no other', async () => {
    const { db } = server
    await buildCompany(db, { slug: 'certified' })
    await buildCompany(db, { slug: 'deactivated', isActivated: false })
    expect(await ask('knowreel.example')).toBe(200)
    expect(await ask('Certified.Knowreel.Example')).toBe(200)
    // Its people read there why it is closed.
    expect(await ask('deactivated.knowreel.example')).toBe(200)
    const others = ['nobody', 'www', 'a.certified', 'certified.evil', '%', "'", '\u{1F680}'].map(
      (name) => `${name}.knowreel.example`,
    )
    for (const domain of [...others, 'certified', 'certified.knowreel.example.evil.example', '127.0.0.1'])
      expect([domain, await ask(domain)]).toEqual([domain, 404])
    for (const domain of ['', 'x'.repeat(254), 'a\u0000.knowreel.example']) expect(await ask(domain)).toBe(422)
  })

  test('is not requested for a company that is removed', async () => {
    const { db } = server
    const company = await buildCompany(db, { slug: 'soon-gone' })
    const operator = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)
    expect(await ask('soon-gone.knowreel.example')).toBe(200)
    const removal = { params: { id: company.id }, body: { title: company.title } }
    expect((await server.call('admin.removeCompany', removal, operator)).ok.success).toBe(true)
    for (const slug of ['soon-gone', `removed-${company.id}`]) {
      expect(await ask(`${slug}.knowreel.example`)).toBe(404)
      expect((await server.call('company.bySlug', { params: { slug } })).status).toBe(404)
    }
  })

  test('is requested for the one host of an installation whose companies have none', async () => {
    const alone = await startTestServer({ config: { publicUrl: 'https://knowreel.example' } })
    await buildCompany(alone.db, { slug: 'certified' })
    expect(await ask('knowreel.example', alone)).toBe(200)
    expect(await ask('certified.knowreel.example', alone)).toBe(404)
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
