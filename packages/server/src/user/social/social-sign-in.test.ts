import { socialSignInErrors } from '@knowreel/shared/user/social-sign-in.rules.ts'
import { sql } from 'kysely'
import { createServer, get } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import { buildCompany } from '../../company/company.builder.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { setPendingEmail } from '../email/email.queries.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { confirmTwoFactor, saveUnconfirmedTwoFactor } from '../second-factor/two-factor.queries.ts'
import { buildUser } from '../user.builder.ts'
import { startOidcServer, type OidcAccount } from './oidc-server.fixture.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const oidc = await startOidcServer(() => [`${origin}/api/login/oidc/callback`])
const down = `http://127.0.0.1:${await freePort()}`
const server: TestServer = await startTestServer({
  config: {
    // The redirect URL must be known before the port is.
    publicUrl: origin,
    hasCompanyDomains: true,
    socialProviders: [
      { ...client(oidc.issuer), id: 'oidc', name: 'Halden ID' },
      { ...client(down), id: 'google', name: 'Google' },
    ],
  },
  port,
})
afterAll(() => oidc.stop())
afterEach(() => {
  oidc.intercept = null
})

function client(issuer: string) {
  return { issuer, clientId: oidc.clientId, clientSecret: oidc.clientSecret }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A minimal browser: redirects and cookies only. */
class Browser {
  readonly cookies = new Map<string, string>()
  async get(address: string): Promise<{ location: string | null; status: number; setCookie: string }> {
    const { host } = new URL(address)
    const mine = [...this.cookies]
      .filter(([name]) => name.startsWith(host))
      .map(([name, value]) => `${name.slice(host.length)}=${value}`)
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: mine.join('; ') } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(host + name, value)
    }
    const location = response.headers.get('location')
    return {
      location: location === null ? null : new URL(location, address).href,
      status: response.status,
      setCookie: response.headers.getSetCookie().join(),
    }
  }
  /** Follows redirects until a URL matches `finalStatuses`, and returns that. */
  async follow(address: string, isEnd: (address: string) => boolean): Promise<string> {
    for (let at = address, hops = 0; hops < 15; hops++) {
      if (isEnd(at)) return at
      const { location, status } = await this.get(at)
      if (location === null) throw new Error(`No way on from ${at}: ${status}`)
      at = location
    }
    throw new Error('The redirects have no end')
  }
}

const start = `${origin}/api/login/oidc`
const isCallback = (address: string) => address.startsWith(`${start}/callback`)
const isOurPage = (address: string) => address.startsWith(`${origin}/login/`)
const failed = (why: keyof typeof socialSignInErrors) =>
  `${origin}/login/social-fail/${encodeURIComponent(socialSignInErrors[why])}`

async function signIn(account: OidcAccount, browser = new Browser()): Promise<string> {
  oidc.account = account
  return browser.follow(start, isOurPage)
}

async function sessionOf(page: string, code?: string) {
  const token = page.replace(`${origin}/login/social/`, '')
  return server.call('session.logIn', { body: { token, ...(code ? { code } : {}) } })
}

const person = (name: string): OidcAccount => ({
  sub: `sub-${name}`,
  email: `${name}@halden.example`,
  email_verified: true,
  given_name: 'Mara',
  family_name: 'Lund',
})

test('a new person gets an account without a company, with a confirmed address and no password', async () => {
  const { user, companies } = (await sessionOf(await signIn(person('mara')))).ok
  expect(user).toMatchObject({ firstName: 'Mara', lastName: 'Lund', email: 'mara@halden.example', company: null })
  expect(companies).toEqual([])
  const { rows } = await sql`select password_hash, email_confirmed_at is not null as confirmed from users
    where email = 'mara@halden.example'`.execute(server.db)
  expect(rows).toEqual([{ password_hash: null, confirmed: true }])
})

test('a returning person is recognised by issuer and subject, even if the address has changed', async () => {
  const first = (await sessionOf(await signIn(person('again')))).ok
  const second = (
    await sessionOf(await signIn({ ...person('again'), email: 'other@halden.example', email_verified: false }))
  ).ok
  expect(second.user.id).toBe(first.user.id)
  expect(second.user.email).toBe('again@halden.example')
})

test('an account is linked by a verified address', async () => {
  const account = await buildUser(server.db, { email: 'linked@halden.example', passwordHash: 'kept' })
  await sql`update users set email_confirmed_at = now() where id = ${account.id}`.execute(server.db)
  const { user } = (await sessionOf(await signIn({ ...person('linked'), email: 'Linked@Halden.example' }))).ok
  expect(user.id).toBe(account.id)
  const { rows } = await sql`select password_hash from users where id = ${account.id}`.execute(server.db)
  expect(rows).toEqual([{ password_hash: 'kept' }])
})

test('an address the provider has not verified links and creates nothing', async () => {
  await buildUser(server.db, { email: 'unverified@halden.example' })
  for (const email_verified of [false, undefined]) {
    for (const name of ['unverified', 'unverified-new']) {
      expect(await signIn({ ...person(name), email_verified })).toBe(failed('unverified'))
    }
  }
  const { rows } = await sql`select 1 from user_identities where subject like 'sub-unverified%' union all
    select 1 from users where email = 'unverified-new@halden.example'`.execute(server.db)
  expect(rows).toEqual([])
})

test("someone who created an account with another person's address loses all access to it", async () => {
  const account = await buildUser(server.db, { email: 'victim@halden.example', passwordHash: 'of the attacker' })
  const attacker = await server.signIn(account, null)
  expect((await server.call('user.me', {}, attacker)).status).toBe(200)
  await saveUnconfirmedTwoFactor(server.db, account.id, Buffer.alloc(48))
  await confirmTwoFactor(server.db, account.id)
  await setPendingEmail(server.db, account.id, 'attacker@halden.example')
  const mailed = await issueOneUseToken(server.db, { purpose: 'log-in', userId: account.id, lifetimeMs: 60_000 })
  const { user } = (await sessionOf(await signIn(person('victim')))).ok
  expect(user).toMatchObject({ id: account.id, hasPassword: false, pendingEmail: null })
  expect((await server.call('session.logIn', { body: { token: mailed } })).error.code).toBe('link_used')
  await expect.poll(async () => (await server.call('user.me', {}, attacker)).status, { timeout: 5000 }).toBe(401)
})

test('the second factor is required here too', async () => {
  const { user } = (await sessionOf(await signIn(person('careful')))).ok
  await saveUnconfirmedTwoFactor(server.db, user.id, Buffer.alloc(48))
  await confirmTwoFactor(server.db, user.id)
  expect((await sessionOf(await signIn(person('careful')))).error.code).toBe('two_factor_needed')
})

test('from the host of a company the sign-in returns there, also after a failure', async () => {
  await buildCompany(server.db, { slug: 'halden' })
  const host = `halden.localhost:${port}`
  const moved = await new Promise<string>((resolve, reject) => {
    get({ port, path: '/api/login/oidc', headers: { host } }, ({ headers }) => resolve(headers.location ?? '')).on(
      'error',
      reject,
    )
  })
  expect(moved).toBe(`${start}?from=${encodeURIComponent(host)}`)
  oidc.account = person('host')
  const isEnd = (address: string) => /\/login\/social/.test(new URL(address).pathname)
  expect(await new Browser().follow(moved, isEnd)).toMatch(`http://${host}/login/social/`)
  const browser = new Browser()
  const back = new URL(await browser.follow(moved, isCallback))
  back.searchParams.set('error', 'access_denied')
  expect((await browser.get(back.href)).location).toBe(failed('cancelled').replace(origin, `http://${host}`))
})

test.each(['nobody.localhost', 'evil.example', 'halden.localhost.evil.example', '//evil.example', ''])(
  'never leads to the host %j, which is no company’s',
  async (host) => {
    oidc.account = person('stray')
    const page = await new Browser().follow(`${start}?from=${encodeURIComponent(host)}`, isOurPage)
    expect(page).toMatch(`${origin}/login/social/`)
  },
)

test('the token of the page works once', async () => {
  const page = await signIn(person('once'))
  expect((await sessionOf(page)).status).toBe(200)
  expect((await sessionOf(page)).error.code).toBe('link_used')
})

test('the request to the provider has PKCE, state and nonce, and the cookie is limited to this path', async () => {
  const { location, setCookie, status } = await new Browser().get(start)
  const asked = new URL(location ?? '').searchParams
  expect(status).toBe(302)
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  expect(asked.get('scope')).toBe('openid email profile')
  expect(setCookie).toMatch(/^knowreel_oidc=[\w-]{32}; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/)
})

test('a state works once, only in its browser, and not when it is forged', async () => {
  oidc.account = person('state')
  const browser = new Browser()
  const back = await browser.follow(start, isCallback)
  expect((await new Browser().get(back)).location, 'another browser').toBe(failed('expired'))
  expect((await browser.get(back)).location, 'and it is used up by that').toBe(failed('expired'))
  const again = await browser.follow(start, isCallback)
  expect((await browser.get(again)).location).toContain('/login/social/')
  expect((await browser.get(again)).location, 'used').toBe(failed('expired'))
  const forged = new URL(await browser.follow(start, isCallback))
  forged.searchParams.set('state', 'made-up')
  expect((await browser.get(forged.href)).location).toBe(failed('expired'))
  expect((await browser.get(`${start}/callback`)).location).toBe(failed('expired'))
})

test('a wrong nonce, issuer, code or provider is refused', async () => {
  oidc.account = person('forged')
  const attempt = async (change: (back: URL) => Promise<void> | void) => {
    const browser = new Browser()
    const back = new URL(await browser.follow(start, isCallback))
    await change(back)
    return (await browser.get(back.href)).location
  }
  const nonce = () =>
    sql`update one_use_tokens set payload = payload || '{"nonce": "another"}' where purpose = 'oidc'`.execute(server.db)
  const verifier = () =>
    sql`update one_use_tokens set payload = payload || '{"codeVerifier": "another-verifier-another-verifier-another-43"}'
      where purpose = 'oidc'`.execute(server.db)
  expect(await attempt(async () => void (await nonce()))).toBe(failed('failed'))
  expect(await attempt(async () => void (await verifier()))).toBe(failed('failed'))
  expect(await attempt((back) => back.searchParams.set('iss', 'https://evil.example'))).toBe(failed('failed'))
  expect(await attempt((back) => back.searchParams.set('code', 'made-up'))).toBe(failed('failed'))
  expect(await attempt((back) => void (back.pathname = '/api/login/google/callback'))).toBe(failed('failed'))
  const { rows } = await sql`select 1 from users where email = 'forged@halden.example'`.execute(server.db)
  expect(rows).toEqual([])
})

test('cancelling at the provider is reported, and its other errors show only our own messages', async () => {
  const attempt = async (error: string) => {
    const browser = new Browser()
    const back = new URL(await browser.follow(start, isCallback))
    back.searchParams.delete('code')
    back.searchParams.set('error', error)
    back.searchParams.set('error_description', 'words of somebody else')
    return (await browser.get(back.href)).location
  }
  expect(await attempt('access_denied')).toBe(failed('cancelled'))
  expect(await attempt('server_error')).toBe(failed('failed'))
})

test('a provider that is down, cut off or broken leads to a clear page, and works again afterwards', async () => {
  expect((await new Browser().get(`${origin}/api/login/google`)).location).toBe(failed('unreachable'))
  oidc.account = person('outage')
  const cut = async (intercept: typeof oidc.intercept) => {
    const browser = new Browser()
    const back = await browser.follow(start, isCallback)
    oidc.intercept = intercept
    const { location } = await browser.get(back)
    oidc.intercept = null
    return location
  }
  expect(await cut((request) => (request.socket.destroy(), true))).toBe(failed('unreachable'))
  expect(await cut((_, response) => (response.writeHead(503).end('no'), true))).toBe(failed('unreachable'))
  expect((await sessionOf(await signIn(person('outage')))).status).toBe(200)
})

test('a provider that is not configured is reported without a server error', async () => {
  const { location } = await new Browser().get(`${origin}/api/login/github`)
  expect(location).toBe(failed('failed'))
})

test('guests see which providers they can sign in with', async () => {
  expect((await server.call('session.providers', {})).ok.providers).toEqual([
    { id: 'oidc', name: 'Halden ID' },
    { id: 'google', name: 'Google' },
  ])
})
