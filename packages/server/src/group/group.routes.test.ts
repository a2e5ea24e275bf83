/** Groups and the finder over HTTP. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace, grantGroupRole } from '../workspace/workspace.builder.ts'
import { buildGroup } from './group.builder.ts'

const server = await startTestServer()
const { db } = server

async function startCompany() {
  const company = await buildCompany(db)
  return { company, token: await server.signIn(company.owner, company) }
}

async function invite(company: BuiltCompany, email: string, name = { first: 'Noor', last: 'Haddad' }) {
  await sql`
    insert into invitations (id, company_id, email, first_name, last_name, role, token_hash, expires_at)
    values (${newId()}, ${company.id}, ${email}, ${name.first}, ${name.last}, 'user',
      sha256(${newId()}::bytea), now() + interval '14 days')
  `.execute(db)
}

const member = async (company: BuiltCompany, firstName: string, lastName: string, rest = {}) =>
  buildMember(db, company, { user: await buildUser(db, { firstName, lastName }), ...rest })

describe('groups', () => {
  it('are listed newest first with their people, five of them by name', async () => {
    const { company, token } = await startCompany()
    const people = await Promise.all(
      ['Fay', 'Abe', 'Eve', 'Ben', 'Dan', 'Cid'].map((name) => member(company, name, 'Berg')),
    )
    await buildGroup(db, { company, title: 'Security', createdAt: new Date('2026-09-18T10:00:00Z') })
    await buildGroup(db, { company, title: 'Support', members: people, invitedEmails: ['noor@example.com'] })
    const { groups } = (await server.call('group.list', {}, token)).ok
    expect(groups.map(({ title }) => title)).toEqual(['Support', 'Security'])
    expect(groups[0]?.userList.map(({ firstName }) => firstName)).toEqual(['Abe', 'Ben', 'Cid', 'Dan', 'Eve'])
    expect(groups[0]?.userIds).toHaveLength(6)
    expect(groups[0]).toMatchObject({ role: null, company: company.id, invitedEmails: ['noor@example.com'] })
    expect(groups[1]).toMatchObject({ createdAt: '2026-09-18T10:00:00.000Z', userIds: [] })
  })

  it('are managed by owner, admin and moderator, and by nobody else', async () => {
    const { company } = await startCompany()
    for (const [role, status] of [
      ['admin', 200],
      ['moderator', 200],
      ['user', 403],
    ] as const) {
      const token = await server.signIn(await buildMember(db, company, { role }), company)
      expect((await server.call('group.create', { body: { title: 'Support' } }, token)).status).toBe(status)
      expect((await server.call('group.list', {}, token)).status).toBe(status)
    }
  })

  it('are seen by a super admin of the company, who manages them by a role only', async () => {
    const { company } = await startCompany()
    const group = await buildGroup(db, { company, title: 'Legal', invitedEmails: ['mara@example.com'] })
    const operator = await buildMember(db, company, { user: await buildUser(db, { isSuperAdmin: true }) })
    const token = await server.signIn(operator, company)
    const params = { id: group.id }
    expect((await server.call('group.list', {}, token)).ok.groups).toMatchObject([{ title: 'Legal' }])
    expect((await server.call('group.get', { params }, token)).ok.group.title).toBe('Legal')
    expect((await server.call('group.users', { params }, token)).ok.users).toEqual([])
    expect((await server.call('group.invitedUsers', { params }, token)).ok.invitations).toHaveLength(1)
    expect((await server.call('group.save', { params, body: { title: 'Law' } }, token)).status).toBe(403)
    expect((await server.call('group.remove', { params }, token)).status).toBe(403)
    const foreign = await buildGroup(db, { company: await buildCompany(db), title: 'Elsewhere' })
    expect((await server.call('group.get', { params: { id: foreign.id } }, token)).status).toBe(404)
  })

  it('need a name of at most 100 characters', async () => {
    const { token } = await startCompany()
    for (const title of ['', '   ', 'a'.repeat(101)]) {
      expect((await server.call('group.create', { body: { title } }, token)).status).toBe(422)
    }
    const refusal = await server.call('group.create', { body: { title: ' ' } }, token)
    expect(refusal.error.errors?.[0]).toMatchObject({ field: 'title', message: 'Field is required' })
    const { ok } = await server.call('group.create', { body: { title: ` ${'a'.repeat(98)} ` } }, token)
    expect(ok.group.title).toHaveLength(98)
  })

  it('may share a name', async () => {
    const { token } = await startCompany()
    await server.call('group.create', { body: { title: 'Support' } }, token)
    expect((await server.call('group.create', { body: { title: 'Support' } }, token)).status).toBe(200)
  })

  it('are renamed, by uuid or short id', async () => {
    const { company, token } = await startCompany()
    const { id, shortId } = await buildGroup(db, { company })
    for (const [anyId, title] of [
      [id, 'North'],
      [shortId, 'South'],
    ] as const) {
      const { ok } = await server.call('group.save', { params: { id: anyId }, body: { title } }, token)
      expect(ok.group).toMatchObject({ id, title })
    }
  })

  it('of another company get the same response as nonexistent ones', async () => {
    const { token } = await startCompany()
    const elsewhere = await buildGroup(db, { company: await buildCompany(db) })
    for (const id of [elsewhere.id, elsewhere.shortId, newId(), 'nobody']) {
      expect((await server.call('group.get', { params: { id } }, token)).status).toBe(404)
      expect((await server.call('group.remove', { params: { id } }, token)).status).toBe(404)
    }
  })

  it('lose the roles they gave when they are deleted', async () => {
    const { company, token } = await startCompany()
    const person = await buildMember(db, company)
    const workspace = await buildWorkspace(db, { company })
    const group = await buildGroup(db, { company, members: [person] })
    await grantGroupRole(db, { workspace, group, role: 'editor' })
    const theirs = await server.signIn(person, company)
    const get = () => server.call('workspace.get', { params: { id: workspace.id } }, theirs)
    expect((await get()).ok.workspace.role).toBe('editor')
    expect((await server.call('group.remove', { params: { id: group.id } }, token)).status).toBe(200)
    expect((await get()).status).toBe(404)
    expect((await server.call('group.get', { params: { id: group.id } }, token)).status).toBe(404)
  })
})

describe('people in a group', () => {
  it('are added once and removed again, along with their access', async () => {
    const { company, token } = await startCompany()
    const person = await buildMember(db, company)
    const group = await buildGroup(db, { company })
    const workspace = await buildWorkspace(db, { company })
    await grantGroupRole(db, { workspace, group, role: 'viewer' })
    const request = { params: { id: group.id }, body: { userId: person.id } }
    expect((await server.call('group.addUser', request, token)).ok.group.userIds).toEqual([person.id])
    const again = await server.call('group.addUser', request, token)
    expect(again).toMatchObject({ status: 409, error: { code: 'already_member' } })
    const theirs = await server.signIn(person, company)
    const get = () => server.call('workspace.get', { params: { id: workspace.id } }, theirs)
    expect((await get()).status).toBe(200)
    const removal = { params: { id: group.id, userId: person.id } }
    expect((await server.call('group.removeUser', removal, token)).ok.group.userIds).toEqual([])
    expect((await get()).status).toBe(404)
    expect((await server.call('group.removeUser', removal, token)).status).toBe(404)
  })

  it('are members of its company only', async () => {
    const { company, token } = await startCompany()
    const group = await buildGroup(db, { company })
    const elsewhere = await buildMember(db, await buildCompany(db))
    for (const userId of [elsewhere.id, newId(), 'nobody']) {
      const refusal = await server.call('group.addUser', { params: { id: group.id }, body: { userId } }, token)
      expect(refusal).toMatchObject({ status: 422, error: { code: 'unknown_user' } })
    }
  })

  it('are listed by name, deactivated ones marked, former members not at all', async () => {
    const { company, token } = await startCompany()
    const away = await member(company, 'Abe', 'Berg', { status: 'deactivated' })
    const left = await member(company, 'Ben', 'Berg')
    const group = await buildGroup(db, { company, members: [await member(company, 'Cid', 'Berg'), away, left] })
    await db.deleteFrom('company_members').where('user_id', '=', left.id).execute()
    const { users } = (await server.call('group.users', { params: { id: group.id } }, token)).ok
    expect(users.map(({ firstName, isDeactivated }) => [firstName, isDeactivated])).toEqual([
      ['Abe', true],
      ['Cid', false],
    ])
    expect((await server.call('group.get', { params: { id: group.id } }, token)).ok.group.userIds).not.toContain(
      left.id,
    )
  })
})

describe('an invited address in a group', () => {
  it('is added once, in any case, and removed again', async () => {
    const { company, token } = await startCompany()
    const group = await buildGroup(db, { company })
    await invite(company, 'noor@example.com')
    const add = (email: string) =>
      server.call('group.addInvitedUser', { params: { id: group.id }, body: { email } }, token)
    expect((await add('noor@example.com')).ok.group.invitedEmails).toEqual(['noor@example.com'])
    expect(await add('Noor@Example.com')).toMatchObject({ status: 409, error: { code: 'already_invited' } })
    const { invitations } = (await server.call('group.invitedUsers', { params: { id: group.id } }, token)).ok
    expect(invitations).toEqual([{ email: 'noor@example.com', createdAt: expect.any(String) }])
    const removal = { params: { id: group.id, email: 'noor@example.com' } }
    expect((await server.call('group.removeInvitedUser', removal, token)).ok.group.invitedEmails).toEqual([])
    expect((await server.call('group.removeInvitedUser', removal, token)).status).toBe(404)
  })

  it('must be invited to this company', async () => {
    const { company, token } = await startCompany()
    await invite(await buildCompany(db), 'elsewhere@example.com')
    const group = await buildGroup(db, { company })
    for (const email of ['elsewhere@example.com', 'nobody@example.com']) {
      const refusal = await server.call('group.addInvitedUser', { params: { id: group.id }, body: { email } }, token)
      expect(refusal).toMatchObject({ status: 422, error: { code: 'unknown_user' } })
    }
  })

  it('becomes the member if the address belongs to one', async () => {
    const { company, token } = await startCompany()
    const person = await buildMember(db, company)
    const group = await buildGroup(db, { company })
    const request = { params: { id: group.id }, body: { email: person.email.toUpperCase() } }
    const { ok } = await server.call('group.addInvitedUser', request, token)
    expect(ok.group).toMatchObject({ userIds: [person.id], invitedEmails: [] })
    expect((await server.call('group.addInvitedUser', request, token)).error.code).toBe('already_member')
  })
})

describe('the finder', () => {
  it('ignores case, accents and spaces, in names in either order and in addresses', async () => {
    const { company, token } = await startCompany()
    const user = await buildUser(db, { firstName: 'José María', lastName: 'de la Cruz', email: 'jm.cruz@example.com' })
    await buildMember(db, company, { user })
    for (const query of ['jose maria', 'JOSÉMARÍA', 'maria de la', 'de la cruz j', ' CRUZ@', 'jm. cruz']) {
      const { items } = (await server.call('finder.search', { params: { query } }, token)).ok
      expect(
        items.map(({ id }) => id),
        query,
      ).toEqual([user.id])
    }
    expect(await server.call('finder.search', { params: { query: '%' } }, token)).toMatchObject({ ok: { items: [] } })
  })

  it('finds active people, groups and, if requested, invited addresses of its own company only', async () => {
    const { company, token } = await startCompany()
    const known = await member(company, 'Zora', 'Quill')
    await member(company, 'Zora', 'Away', { status: 'deactivated' })
    const group = await buildGroup(db, { company, title: 'Zora and others', members: [known] })
    await invite(company, 'zora.new@example.com', { first: 'Zora', last: 'New' })
    const elsewhere = await buildCompany(db)
    await member(elsewhere, 'Zora', 'Stranger')
    await buildGroup(db, { company: elsewhere, title: 'Zora elsewhere' })
    await invite(elsewhere, 'zora.else@example.com', { first: 'Zora', last: 'Else' })
    const search = async (invited?: '1') =>
      (await server.call('finder.search', { params: { query: 'zora' }, query: invited ? { invited } : {} }, token)).ok
        .items
    expect(await search()).toEqual([
      { type: 'group', id: group.id, name: 'Zora and others', email: null, profileImage: null, members: 1 },
      { type: 'user', id: known.id, name: 'Zora Quill', email: known.email, profileImage: null, members: null },
    ])
    expect((await search('1')).map(({ type, name }) => [type, name])).toEqual([
      ['group', 'Zora and others'],
      ['invited', 'Zora New'],
      ['user', 'Zora Quill'],
    ])
  })

  it('returns at most 20, prefix matches first', async () => {
    const { company, token } = await startCompany()
    for (let at = 0; at < 21; at++) await member(company, 'Ada', `Maria ${String(at).padStart(2, '0')}`)
    await member(company, 'Maria', 'Zett')
    const { items } = (await server.call('finder.search', { params: { query: 'maria' } }, token)).ok
    expect(items).toHaveLength(20)
    expect(items[0]?.name).toBe('Maria Zett')
  })

  it('finds members of the company only for mentions, deactivated ones marked and last, and one by id', async () => {
    const { company, token } = await startCompany()
    const away = await member(company, 'Yara', 'Away', { status: 'deactivated' })
    const known = await member(company, 'Yara', 'Quill')
    await buildGroup(db, { company, title: 'Yara and others' })
    await invite(company, 'yara.new@example.com', { first: 'Yara', last: 'New' })
    const stranger = await member(await buildCompany(db), 'Yara', 'Stranger')
    const search = async (query: string) =>
      (await server.call('finder.search', { params: { query }, query: { people: '1', invited: '1' } }, token)).ok.items
    expect(await search('yara')).toEqual([
      expect.objectContaining({ id: known.id, name: 'Yara Quill', isDeactivated: false, jobTitle: null }),
      expect.objectContaining({ id: away.id, name: 'Yara Away', isDeactivated: true }),
    ])
    expect((await search(away.id)).map(({ id }) => id)).toEqual([away.id])
    expect(await search(stranger.id)).toEqual([])
  })

  it('finds groups with the ids of their people', async () => {
    const { company, token } = await startCompany()
    const person = await buildMember(db, company)
    const group = await buildGroup(db, { company, title: 'On-call engineers', members: [person] })
    await buildGroup(db, { company: await buildCompany(db), title: 'On-call engineers' })
    const { items } = (await server.call('group.search', { params: { q: 'ON-CALL  eng' } }, token)).ok
    expect(items).toEqual([{ id: group.id, title: 'On-call engineers', userIds: [person.id] }])
  })
})
