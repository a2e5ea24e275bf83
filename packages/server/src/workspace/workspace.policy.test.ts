/** The access of each person to a workspace and its actions, over HTTP. */
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { WorkspaceAbilities, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from './workspace.builder.ts'

const server = await startTestServer()
const { db } = server

async function companyWithWorkspace(visibility: WorkspaceVisibility, isArchived = false) {
  const company = await buildCompany(db)
  const creator = await buildMember(db, company)
  const workspace = await buildWorkspace(db, {
    company,
    owner: creator,
    visibility,
    isArchived,
    title: 'Support runbooks',
  })
  return { company, creator, workspace }
}

const signInMember = async (company: BuiltCompany, role: CompanyRole) =>
  server.signIn(await buildMember(db, company, { role }), company)

const signInStranger = async () => {
  const elsewhere = await buildCompany(db, { title: 'Another company' })
  return server.signIn(elsewhere.owner, elsewhere)
}

async function get(workspace: { id: string }, token: string | null) {
  return server.call('workspace.get', { params: { id: workspace.id } }, token)
}

async function listedIds(token: string): Promise<string[]> {
  const { ok } = await server.call('workspace.list', {}, token)
  return ok.items.map(({ id }) => id)
}

describe('a personal workspace', () => {
  it('is visible to its owner only, not even to the owner of the company', async () => {
    const { company, creator } = await companyWithWorkspace('private')
    const token = await server.signIn(creator, company)
    const { ok } = await server.call('workspace.list', {}, token)
    const personal = ok.items.find(({ visibility }) => visibility === 'personal')
    expect(personal).toMatchObject({ title: 'Personal', slug: 'personal', role: 'owner' })
    const id = personal?.id ?? ''
    expect((await get({ id }, token)).status).toBe(200)
    const others = [company.owner, await buildMember(db, company, { role: 'admin' })]
    for (const other of others) {
      const otherToken = await server.signIn(other, company)
      expect((await get({ id }, otherToken)).status).toBe(404)
      expect(await listedIds(otherToken)).not.toContain(id)
    }
  })

  it('lets its owner write articles, and nothing else', async () => {
    const { company, creator } = await companyWithWorkspace('private')
    const { ok } = await server.call('workspace.list', {}, await server.signIn(creator, company))
    expect(ok.items.find(({ visibility }) => visibility === 'personal')?.abilities).toEqual<WorkspaceAbilities>({
      editArticles: true,
      editWorkspace: false,
      deleteWorkspace: false,
      manage: false,
      archive: false,
    })
  })
})

describe('a private workspace', () => {
  it('is not visible to the owner and the admins of the company until they are given a role', async () => {
    const { company, workspace } = await companyWithWorkspace('private')
    const admin = await buildMember(db, company, { role: 'admin' })
    const token = await server.signIn(admin, company)
    const refusal = await get(workspace, token)
    expect(refusal.status).toBe(404)
    expect(JSON.stringify(refusal.error)).not.toContain('Support runbooks')
    expect(await listedIds(token)).not.toContain(workspace.id)
    await grantWorkspaceRole(db, { workspace, user: admin, role: 'viewer' })
    expect((await get(workspace, token)).ok.workspace.role).toBe('viewer')
    expect(await listedIds(token)).toContain(workspace.id)
  })

  it('gives each role its abilities', async () => {
    const { company, workspace } = await companyWithWorkspace('private')
    const abilitiesOf = async (role: 'viewer' | 'editor' | 'admin') => {
      const user = await buildMember(db, company)
      await grantWorkspaceRole(db, { workspace, user, role })
      return (await get(workspace, await server.signIn(user, company))).ok.workspace.abilities
    }
    const none = { editArticles: false, editWorkspace: false, deleteWorkspace: false, manage: false, archive: false }
    expect(await abilitiesOf('viewer')).toEqual(none)
    expect(await abilitiesOf('editor')).toEqual({ ...none, editArticles: true })
    const all = { editArticles: true, editWorkspace: true, deleteWorkspace: true, manage: true, archive: true }
    expect(await abilitiesOf('admin')).toEqual(all)
  })
})

describe('an organization workspace', () => {
  it('is visible to every active member of the company and to nobody else', async () => {
    const { company, workspace } = await companyWithWorkspace('organization')
    expect((await get(workspace, await signInMember(company, 'user'))).ok.workspace.role).toBe('viewer')
    expect((await get(workspace, await signInStranger())).status).toBe(404)
    expect((await get(workspace, null)).status).toBe(404)
    const deactivated = await buildMember(db, company, { status: 'deactivated' })
    const refusal = await get(workspace, await server.signIn(deactivated, company))
    expect(refusal).toMatchObject({ status: 403 })
    expect(refusal.error.userInactiveInCompany).toBe(true)
  })

  it('has the owner and the admins of the company as admins, while moderators and users only read', async () => {
    const { company, workspace } = await companyWithWorkspace('organization')
    const roleOf = async (token: string) => (await get(workspace, token)).ok.workspace.role
    expect(await roleOf(await server.signIn(company.owner, company))).toBe('admin')
    expect(await roleOf(await signInMember(company, 'admin'))).toBe('admin')
    expect(await roleOf(await signInMember(company, 'moderator'))).toBe('viewer')
    expect(await roleOf(await signInMember(company, 'user'))).toBe('viewer')
  })

  it('gives a person the highest of their roles', async () => {
    const { company, workspace } = await companyWithWorkspace('organization')
    const admin = await buildMember(db, company, { role: 'admin' })
    await grantWorkspaceRole(db, { workspace, user: admin, role: 'viewer' })
    expect((await get(workspace, await server.signIn(admin, company))).ok.workspace.role).toBe('admin')
  })
})

describe('a public workspace', () => {
  it('is readable by guests and by people of other companies, who see names without email addresses', async () => {
    const { workspace } = await companyWithWorkspace('public')
    for (const token of [null, await signInStranger()]) {
      const { ok } = await get(workspace, token)
      expect(ok.workspace.role).toBeNull()
      expect(Object.values(ok.workspace.abilities)).not.toContain(true)
      expect(ok.workspace.author).toMatchObject({ name: 'Ines Okafor', email: null })
      const browsed = await server.call('workspace.browse', { params: { workspaceId: workspace.shortId } }, token)
      expect(browsed.ok.workspace.id).toBe(workspace.id)
    }
  })

  it('shows colleagues the email address of its creator', async () => {
    const { company, creator, workspace } = await companyWithWorkspace('public')
    const { ok } = await get(workspace, await signInMember(company, 'user'))
    expect(ok.workspace.author?.email).toBe(creator.email)
  })

  it('is listed only in its own company', async () => {
    const { company, workspace } = await companyWithWorkspace('public')
    expect(await listedIds(await signInMember(company, 'user'))).toContain(workspace.id)
    expect(await listedIds(await signInStranger())).not.toContain(workspace.id)
  })

  it('cannot be changed or marked as a favourite from another company', async () => {
    const { workspace } = await companyWithWorkspace('public')
    const params = { id: workspace.id }
    const stranger = await signInStranger()
    const change = { params, body: { title: 'Taken over' } }
    expect((await server.call('workspace.save', change, stranger)).status).toBe(403)
    expect((await server.call('workspace.save', change, null)).status).toBe(401)
    const mark = { params, body: { isFavorite: true } }
    expect((await server.call('workspace.favorite', mark, stranger)).status).toBe(403)
    expect((await server.call('workspace.favorite', mark, null)).status).toBe(401)
  })

  it('of a deactivated company is not shown, with the reason', async () => {
    const company = await buildCompany(db, { isActivated: false })
    const workspace = await buildWorkspace(db, { company, visibility: 'public' })
    for (const token of [null, await signInStranger()]) {
      const refusal = await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, token)
      expect(refusal).toMatchObject({ status: 422 })
      expect(refusal.error.error).toBe('The company of this workspace is deactivated')
    }
  })
})

describe('a workspace that is missing or inaccessible', () => {
  const answerFor = async (id: string, token: string | null) => {
    const { status, error } = await server.call('workspace.browse', { params: { workspaceId: id } }, token)
    return { status, ...error, requestId: undefined }
  }

  it('gets the same response, for guests and for signed-in people', async () => {
    const { workspace } = await companyWithWorkspace('private')
    const deleted = await buildWorkspace(db, { visibility: 'public', deletedAt: new Date() })
    const missing = '01990000-0000-7000-8000-000000000000'
    for (const token of [null, await signInStranger()]) {
      const refusal = await answerFor(missing, token)
      expect(refusal).toMatchObject({ status: 404, error: "You don't have access to this workspace" })
      for (const id of [workspace.id, workspace.shortId, deleted.id, deleted.shortId, '2222222222']) {
        expect(await answerFor(id, token)).toEqual(refusal)
      }
    }
  })

  it.each([
    ['a zero byte', '\u0000'],
    ['an escaped zero byte', '%00'],
    ['a piece of SQL', "' or 1=1 --"],
    ['1,500 letters', 'x'.repeat(1500)],
    ['a way up', '../../health'],
    ['a picture', '🙂'],
  ])('is not found by %s', async (_, id) => {
    expect((await answerFor(id, null)).status).toBe(404)
  })
})

describe('an archived workspace', () => {
  it('is not shown to those who cannot edit in it, with the reason', async () => {
    const { company, workspace } = await companyWithWorkspace('organization', true)
    const viewer = await signInMember(company, 'user')
    const params = { id: workspace.id }
    for (const refusal of [
      await get(workspace, viewer),
      await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, viewer),
      await server.call('workspace.articles', { params }, viewer),
      await server.call('workspace.articlesCount', { params }, viewer),
    ]) {
      expect(refusal.status).toBe(422)
      expect(refusal.error).toMatchObject({ code: 'workspace_archived', error: 'The workspace is archived' })
    }
  })

  it('is not shown to guests either', async () => {
    const { workspace } = await companyWithWorkspace('public', true)
    expect((await get(workspace, null)).error.code).toBe('workspace_archived')
  })

  it('is read-only for editors, and its admins can still unarchive and delete it', async () => {
    const { company, creator, workspace } = await companyWithWorkspace('private', true)
    const editor = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    const { abilities } = (await get(workspace, await server.signIn(editor, company))).ok.workspace
    expect(Object.values(abilities)).not.toContain(true)
    const owner = (await get(workspace, await server.signIn(creator, company))).ok.workspace
    expect(owner.abilities).toEqual({
      editArticles: false,
      editWorkspace: false,
      deleteWorkspace: true,
      manage: false,
      archive: true,
    })
  })

  it('stays in the list of those who may unarchive it, and disappears from all others', async () => {
    const { company, creator, workspace } = await companyWithWorkspace('organization', true)
    const editor = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    expect(await listedIds(await server.signIn(creator, company))).toContain(workspace.id)
    expect(await listedIds(await server.signIn(company.owner, company))).toContain(workspace.id)
    expect(await listedIds(await server.signIn(editor, company))).not.toContain(workspace.id)
    expect(await listedIds(await signInMember(company, 'moderator'))).not.toContain(workspace.id)
  })
})
