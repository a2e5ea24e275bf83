import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const operator = await buildUser(db, { isSuperAdmin: true, firstName: 'Ines', lastName: 'Okafor' })
let token = ''
beforeAll(async () => {
  token = await server.signIn(operator, null)
})

const search = async (q: string, query: Record<string, string> = {}) =>
  (await server.call('admin.searchCompanies', { params: { q }, query }, token)).ok

const auditOf = async (companyId: string) =>
  (await server.call('audit.listAll', { query: { companyId } }, token)).ok.entries

test('reading the domain of a company leaves no entry in the audit log, because nothing is created', async () => {
  const withDomains = await startTestServer({ config: { publicUrl: 'https://know.example', hasCompanyDomains: true } })
  const company = await buildCompany(withDomains.db, { slug: 'aalborg-domain' })
  const operatorToken = await withDomains.signIn(await buildUser(withDomains.db, { isSuperAdmin: true }), null)
  const { domain } = (await withDomains.call('admin.createDomain', { params: { id: company.id } }, operatorToken)).ok
  expect(domain).toBe('aalborg-domain.know.example')
  for (const q of ['aalborg-domain.know.example', 'aalborg-domain.know'])
    expect((await withDomains.call('admin.searchCompanies', { params: { q } }, operatorToken)).ok.count).toBe(1)
  const { entries } = (await withDomains.call('audit.listAll', { query: { companyId: company.id } }, operatorToken)).ok
  expect(entries).toEqual([])
})

describe('companies', () => {
  test('are found by title, slug and the owner’s email, newest first, with their counts', async () => {
    const owner = await buildUser(db, { email: 'henrik@halden.example' })
    const older = await buildCompany(db, { title: 'Halden Grid', slug: 'halden-grid' })
    const newer = await buildCompany(db, { title: 'Nordlys', slug: 'nordlys', owner })
    await buildMember(db, newer)
    await buildWorkspace(db, { company: newer, owner })
    expect((await search('nordl')).companies).toMatchObject([
      { company: { id: newer.id, domain: null }, stat: { usersCount: 2, workspacesCount: 1, storageSize: 0 } },
    ])
    const found = await search('halden')
    expect(found.companies.map(({ company }) => company.id)).toEqual([newer.id, older.id])
    expect(found.count).toBe(2)
    expect((await search('100%')).companies).toEqual([])
    const idsOf = async (q: string) => (await search(q)).companies.map(({ company }) => company.id)
    expect(await idsOf('LDEN-GR')).toEqual([older.id])
    expect(await idsOf('Henrik@')).toEqual([newer.id])
    // Fewer than three characters are searched in title and slug only.
    expect(await idsOf('k@')).toEqual([])
    expect(await idsOf('ly')).toEqual([newer.id])
  })

  test('are filtered by billing, AI and status', async () => {
    const title = `Filter ${newId()}`
    const billing = await buildCompany(db, { title, isBilling: true })
    const closed = await buildCompany(db, { title, isActivated: false })
    const ids = async (query: Record<string, string>) =>
      (await search(title, query)).companies.map(({ company }) => company.id)
    expect(await ids({ isBilling: '1' })).toEqual([billing.id])
    expect(await ids({ isBilling: '0', activated: '0' })).toEqual([closed.id])
    expect(await ids({ ai: '1' })).toEqual([])
    expect(await ids({ ai: '0' })).toEqual([closed.id, billing.id])
  })

  test('come in pages of 22', async () => {
    const title = `Page ${newId()}`
    for (let index = 0; index < 23; index++) await buildCompany(db, { title })
    expect((await search(title)).companies).toHaveLength(22)
    expect((await search(title, { page: '2' })).companies).toHaveLength(1)
    expect(await search(title, { page: '3' })).toEqual({ companies: [], count: 23 })
  })

  test.each([
    ['admin.setStatus', { status: 'deactivated' }, 'isActivated', false],
    ['admin.setStatus', { status: false }, 'isActivated', false],
    ['admin.setStatus', undefined, 'isActivated', false],
    ['admin.setBilling', { isBilling: true }, 'isBilling', true],
    ['admin.setBilling', undefined, 'isBilling', true],
    ['admin.setAi', { isAiEnabled: true }, 'isAiEnabled', true],
    ['admin.setAi', undefined, 'isAiEnabled', true],
  ] as const)('%s with %j switches %s to %s', async (call, body, field, value) => {
    const { id } = await buildCompany(db)
    const { company } = (await server.call(call, { params: { id }, body } as never, token)).ok as {
      company: Record<string, unknown>
    }
    expect(company[field]).toBe(value)
    const [entry] = await auditOf(id)
    expect(entry).toMatchObject({ user: { name: 'Ines Okafor' }, subject: { kind: 'company', id }, company: { id } })
    expect(entry?.before).toMatchObject({ [field]: !value })
  })
})

describe('the people of a company', () => {
  test('are listed with their status; the owner cannot be touched', async () => {
    const company = await buildCompany(db)
    const member = await buildMember(db, company, { status: 'deactivated' })
    const { users } = (await server.call('admin.companyUsers', { params: { id: company.id } }, token)).ok
    expect(users.companyUsers.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [company.owner.id, 'active'],
        [member.id, 'deactivated'],
      ]),
    )
    const body = { companyId: company.id, userId: company.owner.id }
    expect((await server.call('admin.removeUser', { body }, token)).error.code).toBe('owner_fixed')
    const status = { params: { userId: company.owner.id }, body: { companyId: company.id, userStatus: 'deactivated' } }
    expect((await server.call('admin.setUserStatus', status, token)).error.code).toBe('owner_fixed')
  })

  test('can be deactivated, activated and removed', async () => {
    const company = await buildCompany(db)
    const member = await buildMember(db, company)
    const session = await server.signIn(member, company)
    const set = (userStatus: string) =>
      server.call(
        'admin.setUserStatus',
        { params: { userId: member.id }, body: { companyId: company.id, userStatus } },
        token,
      )
    expect((await set('deactivated')).ok.user.status).toBe('deactivated')
    expect((await server.call('user.me', {}, session)).status).toBe(401)
    expect((await set('Active')).ok.user.status).toBe('active')
    await server.call('admin.removeUser', { body: { companyId: company.id, userId: member.id } }, token)
    const { users } = (await server.call('admin.companyUsers', { params: { id: company.id } }, token)).ok
    expect(users.companyUsers.map(({ id }) => id)).toEqual([company.owner.id])
    expect((await auditOf(company.id)).map(({ action }) => action)).toEqual([
      'user_removed',
      'status_changed',
      'status_changed',
      'signed_in',
    ])
  })
})

test('the dashboard counts what exists now and what was added on each of 30 days', async () => {
  const before = (await server.call('admin.stats', {}, token)).ok
  expect(before.days).toHaveLength(30)
  const workspace = await buildWorkspace(db)
  await buildArticle(db, { workspace })
  const { days, ...totals } = (await server.call('admin.stats', {}, token)).ok
  expect(totals).toEqual({
    companies: before.companies + 1,
    workspaces: before.workspaces + 1,
    articles: before.articles + 1,
    users: before.users + 1,
  })
  expect(days.at(-1)?.companies).toBe((before.days.at(-1)?.companies ?? 0) + 1)
  expect(days.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10))
})

test('a person with the global role owner is a super admin', async () => {
  const user = await buildUser(db)
  await sql`update users set global_role = 'owner' where id = ${user.id}`.execute(db)
  const asOwner = await server.signIn(user, null)
  expect((await server.call('admin.countJobs', {}, asOwner)).status).toBe(200)
  expect((await server.call('user.me', {}, asOwner)).ok.user).toMatchObject({
    isSuperAdmin: true,
    globalRoles: ['owner'],
  })
})

test('the totals of a company say how many are active, invited, archived, and recordings', async () => {
  const company = await buildCompany(db)
  await buildMember(db, company, { status: 'deactivated' })
  await sql`
    insert into invitations (id, company_id, email, first_name, last_name, role, token_hash, expires_at)
    values (${newId()}, ${company.id}, 'mira@halden.example', 'Mira', 'Novak', 'user', 'x', now())`.execute(db)
  const workspace = await buildWorkspace(db, { company, owner: company.owner })
  const archived = await buildWorkspace(db, { company, owner: company.owner })
  await sql`update workspaces set is_archived = true where id = ${archived.id}`.execute(db)
  await buildArticle(db, { workspace, author: company.owner })
  const recording = await buildArticle(db, { workspace, author: company.owner })
  await sql`update articles set duration = 1000 where id = ${recording.id}`.execute(db)
  expect((await server.call('admin.companyStats', { params: { id: company.id } }, token)).ok).toEqual({
    users: 2,
    activeUsers: 1,
    invitedUsers: 1,
    workspaces: 2,
    archivedWorkspaces: 1,
    articles: 2,
    recordings: 1,
    storage: 0,
  })
})
