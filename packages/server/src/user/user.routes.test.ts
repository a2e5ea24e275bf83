import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'

const server = await startTestServer()

const form = (email: string) => ({
  firstName: 'Ines',
  lastName: 'Okafor',
  email,
  password: 'correct horse battery',
  companyTitle: 'Halden Systems',
})

test('signing up creates a person, a company they own and a personal workspace', async () => {
  const { token, user } = (await server.call('account.signUp', { body: form('ines@halden.example') })).ok
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(user).toMatchObject({ name: 'Ines Okafor', email: 'ines@halden.example', role: 'owner' })
  expect(user.company).toMatchObject({
    title: 'Halden Systems',
    slug: 'halden-systems',
    role: 'owner',
    status: 'active',
    isPaid: true,
  })
  const { items } = (await server.call('workspace.list', {}, token)).ok
  const personal = items.find((item) => item.visibility === 'personal')
  expect(personal).toMatchObject({ id: user.personalWorkspaceId, title: 'Personal' })
})

test('a new company has a private workspace of its owner and one for everyone, named after it', async () => {
  const { token } = (await server.call('account.signUp', { body: form('new@halden.example') })).ok
  const answers = await Promise.all([1, 2, 3].map(() => server.call('workspace.list', {}, token)))
  for (const answer of answers) {
    expect(answer.ok.items).toMatchObject([
      { title: 'Halden Systems', visibility: 'organization', role: 'owner' },
      { title: 'My Private Workspace', visibility: 'private', role: 'owner' },
      { title: 'Personal', visibility: 'personal' },
    ])
  }
})

test('a second company with the same name gets its own slug', async () => {
  await server.call('account.signUp', { body: form('one@twin.example') })
  const { user } = (await server.call('account.signUp', { body: form('two@twin.example') })).ok
  expect(user.company?.slug).toMatch(/^halden-systems-\d+$/)
})

test('one email address has one account, in any notation', async () => {
  await server.call('account.signUp', { body: form('same@halden.example') })
  const second = await server.call('account.signUp', { body: form('SAME@halden.example') })
  expect(second.status).toBe(422)
  expect(second.error.code).toBe('email_taken')
  expect(second.error.errors).toEqual([{ field: 'email', message: 'An account with this email already exists' }])
})

test.each([
  [{ companyTitle: '' }, 'companyTitle', 'The company name is required'],
  [{ companyTitle: 'ab' }, 'companyTitle', 'Invalid company name'],
  [{ email: 'not an address' }, 'email', 'Please enter a valid email'],
  [{ password: 'short' }, 'password', 'The password needs at least 8 characters'],
  [{ firstName: '  ' }, 'firstName', 'Please fill in this field'],
])('signing up with %o is refused and says where', async (change, field, message) => {
  const answer = await server.call('account.signUp', { body: { ...form('refused@halden.example'), ...change } })
  expect(answer.status).toBe(422)
  expect(answer.error.errors).toContainEqual({ field, message })
})

test('signing in returns a session with the person and their companies', async () => {
  await server.call('account.signUp', { body: form('sign-in@halden.example') })
  const { token, user, companies } = (
    await server.call('session.logIn', { body: { email: 'Sign-In@halden.example', password: 'correct horse battery' } })
  ).ok
  expect(user.company?.id).toBe(companies[0]?.id)
  expect((await server.call('user.me', {}, token)).ok.user.email).toBe('sign-in@halden.example')
})

test('a wrong password and an unknown address give the same error', async () => {
  await server.call('account.signUp', { body: form('known@halden.example') })
  const wrong = await server.call('session.logIn', {
    body: { email: 'known@halden.example', password: 'wrong password' },
  })
  const unknown = await server.call('session.logIn', {
    body: { email: 'unknown@halden.example', password: 'wrong password' },
  })
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(422)
    expect(answer.error.error).toBe('Wrong email or password')
  }
})

test('logging out ends the session on the server', async () => {
  const { token } = (await server.call('account.signUp', { body: form('leaver@halden.example') })).ok
  expect((await server.call('session.logOut', {}, token)).ok).toEqual({ success: true })
  const after = await server.call('user.me', {}, token)
  expect(after.status).toBe(401)
  expect(after.error.code).toBe('not_signed_in')
})

test('the profile is saved, and omitted fields stay', async () => {
  const { token } = (await server.call('account.signUp', { body: form('profile@halden.example') })).ok
  const { user } = (
    await server.call('user.updateMe', { body: { jobTitle: 'Support lead', birthDay: '1990-02-28' } }, token)
  ).ok
  expect(user).toMatchObject({ firstName: 'Ines', jobTitle: 'Support lead', birthDay: '1990-02-28' })
})

test('paragraphs of a new recording are generated manually, unless the person chooses otherwise', async () => {
  const { token, user } = (await server.call('account.signUp', { body: form('paragraphs@halden.example') })).ok
  expect(user.paragraphsAutoGeneration).toBe('manually')
  const change = { paragraphsAutoGeneration: 'automatically' as const }
  expect((await server.call('user.updateMe', { body: change }, token)).ok.user).toMatchObject(change)
  expect((await server.call('user.updateMe', { body: { jobTitle: 'Lead' } }, token)).ok.user).toMatchObject(change)
})

test('a new password requires the current one and ends the other sessions', async () => {
  const { token } = (await server.call('account.signUp', { body: form('password@halden.example') })).ok
  const other = (
    await server.call('session.logIn', {
      body: { email: 'password@halden.example', password: 'correct horse battery' },
    })
  ).ok.token
  const change = {
    passwordOld: 'correct horse battery',
    passwordNew: 'a new password',
    passwordConfirm: 'a new password',
  }
  const differing = await server.call('user.updateMe', { body: { ...change, passwordConfirm: 'another' } }, token)
  expect(differing.error.errors).toEqual([{ field: 'passwordConfirm', message: 'Passwords do not match' }])
  const wrong = await server.call('user.updateMe', { body: { ...change, passwordOld: 'wrong' } }, token)
  expect(wrong.error.code).toBe('wrong_password')
  const alone = await server.call('user.updateMe', { body: { passwordOld: 'wrong', jobTitle: 'Lead' } }, token)
  expect(alone.error).toMatchObject({
    code: 'wrong_password',
    errors: [{ field: 'passwordOld', message: 'Wrong current password' }],
  })
  expect((await server.call('user.updateMe', { body: change }, token)).status).toBe(200)
  expect((await server.call('user.me', {}, token)).status).toBe(200)
  await expect.poll(async () => (await server.call('user.me', {}, other)).status, { timeout: 5000 }).toBe(401)
  const again = await server.call('session.logIn', {
    body: { email: 'password@halden.example', password: 'a new password' },
  })
  expect(again.status).toBe(200)
})

test('a response carries the id of its request, and no cookie signs anyone in', async () => {
  const { token } = (await server.call('account.signUp', { body: form('cookie@halden.example') })).ok
  const response = await fetch(`${server.url}/api/user/me`, { headers: { cookie: `knowreel_token=${token}` } })
  expect(response.status).toBe(401)
  const answer = (await response.json()) as { requestId: string }
  expect(answer.requestId).toBe(response.headers.get('x-request-id'))
})

test('paths work with and without a trailing slash', async () => {
  for (const path of ['/api/user/me', '/api/user/me/']) expect((await fetch(`${server.url}${path}`)).status).toBe(401)
})

test('unreadable JSON is 400, another content type 415, too much 413, an unknown field 422', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.url}/api/login`, { method: 'POST', body, headers: { 'content-type': type } })
  expect((await post('{"email":')).status).toBe(400)
  expect((await post('email=a', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post(JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(1_100_000) }))).status).toBe(413)
  const unknown = await post(JSON.stringify({ email: 'a@b.example', password: 'x', isAdmin: true }))
  expect(unknown.status).toBe(422)
})
