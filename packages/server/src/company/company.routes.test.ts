import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildCompany, buildMember } from './company.builder.ts'

const server = await startTestServer()
const { db } = server

const png = (size = 100) =>
  `data:image/png;base64,${Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(size - 8),
  ]).toString('base64')}`

describe('switching', () => {
  test('opens a session in the other company, and the old one stays valid for another minute', async () => {
    const user = await buildUser(db)
    const from = await buildCompany(db, { owner: user })
    const to = await buildCompany(db, { owner: user })
    const before = await server.signIn(user, from)
    const answer = await server.call('company.switch', { params: { id: to.id } }, before)
    expect(answer.ok.address).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await server.call('user.me', {}, answer.ok.token)).ok.user.company?.id).toBe(to.id)
    expect((await server.call('user.me', {}, before)).ok.user.company?.id).toBe(from.id)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - now())::float as seconds from sessions
      where user_id = ${user.id} and company_id = ${from.id}
    `.execute(db)
    expect(rows[0]?.seconds).toBeGreaterThan(50)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('company_id', '=', from.id)
      .execute()
    await expect.poll(async () => (await server.call('user.me', {}, before)).status, { timeout: 5000 }).toBe(401)
  })

  test('works from a deactivated company and to a deactivated one, but only for active members', async () => {
    const user = await buildUser(db)
    const from = await buildCompany(db, { owner: user, isActivated: false })
    const to = await buildCompany(db)
    const token = await server.signIn(user, from)
    const attempt = () => server.call('company.switch', { params: { id: to.id } }, token)
    expect((await attempt()).status).toBe(404)
    await buildMember(db, to, { user, status: 'deactivated' })
    expect((await attempt()).status).toBe(404)
    await db.updateTable('company_members').set({ status: 'active' }).where('user_id', '=', user.id).execute()
    expect((await attempt()).status).toBe(200)
  })

  test('requires the bearer header', async () => {
    const user = await buildUser(db)
    const company = await buildCompany(db, { owner: user })
    const token = await server.signIn(user, company)
    const address = `${server.url}/api/company/switch/${company.id}`
    expect((await fetch(`${address}?token=${token}`)).status).toBe(401)
    expect((await fetch(address, { headers: { cookie: `knowreel_token=${token}` } })).status).toBe(401)
  })
})

describe('creating a company', () => {
  const found = async (title: string, slug?: string) => {
    const user = await buildUser(db)
    const token = await server.signIn(user, null)
    return { user, token, answer: await server.call('company.create', { body: { title, slug } }, token) }
  }

  test('returns it with a session in it, and with its first workspaces', async () => {
    const { user, token, answer } = await found('Zürich Réseau')
    expect(answer.ok.company).toMatchObject({
      title: 'Zürich Réseau',
      slug: 'zurich-reseau',
      domain: null,
      role: 'owner',
      status: 'active',
      isActivated: true,
      isPaid: true,
      isBilling: false,
      isAiEnabled: false,
    })
    const me = (await server.call('user.me', {}, answer.ok.token)).ok
    expect(me.user.company).toMatchObject({ id: answer.ok.company.id, user: user.id, paddle: null })
    expect(me.user.company?.roles).toEqual([{ user: user.id, role: 'owner', status: 'active' }])
    expect(me.user.personalWorkspaceId).not.toBeNull()
    expect((await server.call('workspace.list', {}, answer.ok.token)).ok.items).toMatchObject([
      { title: 'Zürich Réseau', visibility: 'organization', role: 'owner' },
      { title: 'My Private Workspace', visibility: 'private', role: 'owner' },
      { id: me.user.personalWorkspaceId, visibility: 'personal' },
    ])
    expect((await server.call('user.me', {}, token)).ok.user.company, 'the first session stays').toBeNull()
  })

  test.each([
    ['', 'The company name is required'],
    ['   ', 'The company name is required'],
    ['ab', 'Invalid company name'],
  ])('the name %j is refused: %s', async (title, message) => {
    const { answer } = await found(title)
    expect(answer.error.errors).toContainEqual({ field: 'title', message })
  })

  test('appends digits to a taken or reserved domain name, but refuses it if it was requested explicitly', async () => {
    await found('Taken Name')
    expect((await found('Taken Name')).answer.ok.company.slug).toBe('taken-name-2')
    expect((await found('Admin')).answer.ok.company.slug).toBe('admin-2')
    for (const slug of ['taken-name', 'Taken Name', 'admin']) {
      const { answer } = await found('A new one', slug)
      expect(answer.status).toBe(409)
      expect(answer.error.errors).toEqual([{ field: 'slug', message: 'Domain name is not available' }])
    }
    expect((await found('A new one', 'my-own-name')).answer.ok.company.slug).toBe('my-own-name')
  })

  test('gives two concurrent companies with one name two domain names', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => found('At Once')))
    const slugs = answers.map(({ answer }) => answer.ok.company.slug)
    expect(slugs.toSorted()).toEqual(['at-once', 'at-once-2', 'at-once-3'])
  })
})

describe('company data', () => {
  test('shows members its counts, managers everything, others nothing', async () => {
    const company = await buildCompany(db, { title: 'Counted' })
    const [admin, member] = [await buildMember(db, company, { role: 'moderator' }), await buildMember(db, company)]
    await buildMember(db, company, { status: 'deactivated' })
    await buildWorkspace(db, { company, owner: company.owner, visibility: 'private' })
    const info = async (user: { id: string }) =>
      server.call('company.info', { params: { id: company.id } }, await server.signIn(user, company))
    const counts = { users: 3, workspaces: 1, articles: 0 }
    const owner = { id: company.owner.id, email: company.owner.email }
    const hidden = { roles: null, createdAt: null, isBilling: null, isActivated: null }
    expect((await info(member)).ok.company).toMatchObject({ title: 'Counted', counts, owner, ...hidden })
    const whole = (await info(admin)).ok.company
    expect(whole).toMatchObject({ counts, owner, isBilling: false, isActivated: true })
    expect(whole.roles).toHaveLength(4)
    expect((await info(await buildUser(db))).status).toBe(404)
  })

  test('lets anyone look up a slug for the sign-in page, with no more than that page shows', async () => {
    const company = await buildCompany(db, { title: 'Shown', slug: 'shown' })
    const { ok } = await server.call('company.bySlug', { params: { slug: 'SHOWN' } })
    expect(ok).toEqual({
      company: { id: company.id, title: 'Shown', slug: 'shown', domain: null, logo: null },
      marketingUrl: null,
    })
    expect((await server.call('company.bySlug', { params: { slug: 'nobody' } })).status).toBe(404)
    const token = await server.signIn(company.owner, null)
    const slug = await server.call('company.slug', { params: { id: company.id } }, token)
    expect(slug.ok).toEqual({ slug: 'shown', domain: null })
  })

  test('returns a domain name as it would appear in a URL', async () => {
    const token = await server.signIn(await buildUser(db), null)
    const domain = async (name: string) => (await server.call('company.domain', { params: { name } }, token)).ok
    await buildCompany(db, { slug: 'is-taken' })
    expect(await domain('Is taken!')).toEqual({ name: 'is-taken', isAvailable: false, isReady: true })
    expect(await domain('Is Free')).toEqual({ name: 'is-free', isAvailable: true, isReady: false })
    expect(await domain('www')).toEqual({ name: 'www', isAvailable: false, isReady: false })
  })
})

describe('the profile of a company', () => {
  const setUp = async () => {
    const company = await buildCompany(db)
    return { company, token: await server.signIn(company.owner, company) }
  }
  const filesOf = async (id: string) =>
    (await db.selectFrom('companies').where('id', '=', id).select('logo').executeTakeFirstOrThrow()).logo

  test('keeps the slug when the title changes', async () => {
    const { company, token } = await setUp()
    const { ok } = await server.call('company.update', { body: { title: '  New name ' } }, token)
    expect(ok.company).toMatchObject({ id: company.id, title: 'New name', slug: `company-${company.id}` })
  })

  test('returns the unchanged company for a request that changes nothing', async () => {
    const { company, token } = await setUp()
    const { ok } = await server.call('company.update', { body: {} }, token)
    expect(ok.company).toMatchObject({ id: company.id, title: company.title })
  })

  test('shows its logo to everyone, and lets it be replaced and removed', async () => {
    const { company, token } = await setUp()
    const { logo } = (await server.call('company.update', { body: { title: 'Logo', logo: png() } }, token)).ok.company
    expect((await fetch(server.url + logo)).status).toBe(200)
    await server.call('company.update', { body: { title: 'Logo', logo: png(200) } }, token)
    expect((await fetch(server.url + logo)).status, 'the former file is gone').toBe(404)
    const gone = await server.call('company.update', { body: { title: 'Logo', isLogoDeleted: true } }, token)
    expect(gone.ok.company.logo).toBeNull()
    expect(await filesOf(company.id)).toBeNull()
  })

  test('accepts a logo of exactly 1 MB; a larger one and another format are refused and change nothing', async () => {
    const { company, token } = await setUp()
    const send = (logo: string) => server.call('company.update', { body: { title: 'Changed', logo } }, token)
    const tooLarge = [{ field: 'logo', message: 'File size should be less than 1MB' }]
    for (const size of [1_000_001, 3_000_000]) expect((await send(png(size))).error.errors).toEqual(tooLarge)
    const gif = await send(`data:image/png;base64,${Buffer.from('GIF89a').toString('base64')}`)
    expect(gif.error.errors).toEqual([{ field: 'logo', message: 'Not allowed file format' }])
    const { title } = (await server.call('company.info', { params: { id: company.id } }, token)).ok.company
    expect(title).not.toBe('Changed')
    expect((await send(png(1_000_000))).status).toBe(200)
  })
})

describe('editable workspaces', () => {
  test('are listed across companies: not archived, and with permission to edit articles', async () => {
    const company = await buildCompany(db)
    const user = await buildMember(db, company)
    const make = (title: string, visibility: 'private' | 'organization', isArchived = false) =>
      buildWorkspace(db, { company, owner: company.owner, title, visibility, isArchived })
    const edited = await make('Edited', 'private')
    await grantWorkspaceRole(db, { workspace: edited, user, role: 'editor' })
    const archived = await make('Archived', 'private', true)
    await grantWorkspaceRole(db, { workspace: archived, user, role: 'admin' })
    await make('Only read', 'organization')
    await make('Hidden', 'private')
    const elsewhere = await server.signIn(user, await buildCompany(db, { owner: user }))
    const list = (companyId: string) => server.call('workspace.editable', { params: { companyId } }, elsewhere)
    const titles = (await list(company.id)).ok.items.map(({ title }) => title)
    expect(titles).toEqual(['Edited', 'Personal'])
    expect((await list((await buildCompany(db)).id)).status).toBe(404)
    expect((await list('no-id')).status).toBe(404)
    await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', user.id).execute()
    expect((await list(company.id)).status).toBe(404)
  })
})
