/**
 * Made from the catalogue: every call is tried as everybody. What each may expect follows from the access the call
 * declares and, for permissions, from the table below; a permission without a row does not compile.
 */
import type { Access, Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, personas, sampleRequests, type CallName, type Persona, type World } from '../../test/world.ts'

type Expected = 'ok' | 401 | 403 | 404

const insiders = (lowest: Persona): Record<Persona, Expected> => {
  const from = personas.indexOf(lowest)
  const expected = Object.fromEntries(personas.map((persona, at) => [persona, at >= from ? 'ok' : 403]))
  return { ...(expected as Record<Persona, Expected>), guest: 401, stranger: 404, colleague: 404, deactivated: 403 }
}

/** In a private workspace: a colleague without a role knows as little of it as a stranger. */
const expectedOf: Record<Permission, Record<Persona, Expected>> = {
  'session.end': insiders('viewer'),
  'company.view': insiders('viewer'),
  'company.edit': insiders('viewer'),
  'company.manageUsers': insiders('viewer'),
  'company.manageGroups': insiders('viewer'),
  'companyUser.setRole': insiders('viewer'),
  'companyUser.setStatus': insiders('viewer'),
  'companyUser.remove': insiders('viewer'),
  'invitation.withdraw': insiders('viewer'),
  'group.manage': insiders('viewer'),
  'workspace.viewPeople': insiders('viewer'),
  'workspace.view': { ...insiders('viewer'), guest: 404 },
  'workspace.favorite': insiders('viewer'),
  'workspace.edit': insiders('admin'),
  'workspace.delete': insiders('admin'),
  'workspace.archive': insiders('admin'),
  'workspace.manage': insiders('admin'),
  'workspace.reorder': insiders('editor'),
  'article.view': { ...insiders('viewer'), guest: 404 },
  'article.edit': insiders('editor'),
  'article.save': insiders('editor'),
  // Readers are not told that a draft exists.
  'draft.view': { ...insiders('editor'), viewer: 404 },
  'draft.edit': { ...insiders('editor'), viewer: 404 },
}

/** What a call is refused by rule with the request of its sample, though access is given. Every other one succeeds. */
const ruledRefusals: Partial<Record<CallName, ErrorCode>> = {
  'session.logIn': 'wrong_credentials',
}

function expectation(allow: Access, persona: Persona): Expected {
  if (typeof allow === 'object') return expectedOf[allow.permission][persona]
  if (persona === 'deactivated') return allow === 'member' ? 403 : 'ok'
  return allow !== 'guest' && persona === 'guest' ? 401 : 'ok'
}

const server = await startTestServer()
const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

describe.each(calls)('%s', (name, call) => {
  test.each(personas)(`as %s`, async (persona) => {
    const world = await buildWorld(server.db)
    const token = await tokenOf(world, persona)
    const expected = expectation(call.allow, persona)
    const before = expected === 'ok' ? null : await contentOfDatabase()
    const answer = await server.call(name, sampleRequests[name](world) as never, token)
    if (expected === 'ok') {
      const refusal = ruledRefusals[name]
      if (refusal === undefined) expect(answer.ok).toBeDefined()
      else expect(answer.error.code).toBe(refusal)
    } else {
      expect(answer.status, JSON.stringify(answer.error)).toBe(expected)
      expect(JSON.stringify(answer.error)).not.toContain('article"')
      if (persona === 'deactivated') expect(answer.error.userInactiveInCompany).toBe(true)
      expect(await contentOfDatabase(), 'a refused call changes nothing').toBe(before)
    }
  })
})

/** Beside the subjects of the samples: things that only some may see at all. */
describe('a draft that was never published', () => {
  const expected: Record<Persona, number> = { ...insidersOfDraft(), editor: 200, admin: 200, owner: 200 }
  test.each(personas)('as %s', async (persona) => {
    const world = await buildWorld(server.db)
    const token = await tokenOf(world, persona)
    const { status } = await server.call('draft.get', { params: { id: world.ownDraft.id } }, token)
    expect(status).toBe(expected[persona])
    const request = { params: { id: world.ownDraft.shortId }, body: { title: 'Changed' } }
    expect((await server.call('article.saveDraft', request, token)).status).toBe(expected[persona])
    const asArticle = await server.call('article.get', { params: { id: world.ownDraft.id } }, token)
    expect(asArticle.status, 'it is no article').toBe(persona === 'deactivated' ? 403 : 404)
  })
})

describe('an archived workspace', () => {
  test.each(personas)('as %s', async (persona) => {
    const world = await buildWorld(server.db)
    const { id } = world.workspace
    await server.db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', id).execute()
    const answer = await server.call('workspace.get', { params: { id } }, await tokenOf(world, persona))
    const isEditing = ['editor', 'admin', 'owner'].includes(persona)
    const refused = persona === 'viewer' ? 422 : persona === 'deactivated' ? 403 : 404
    expect(answer.status).toBe(isEditing ? 200 : refused)
    if (persona === 'viewer') expect(answer.error.code).toBe('workspace_archived')
  })
})

function insidersOfDraft() {
  return { guest: 401, stranger: 404, colleague: 404, viewer: 404, deactivated: 403 }
}

const tokenOf = async (world: World, persona: Persona): Promise<string | null> => {
  if (persona === 'guest') return null
  return server.signIn(world.people[persona], persona === 'stranger' ? world.otherCompany : world.company)
}

const watchedTables = [
  'workspaces',
  'workspace_favorites',
  'workspace_roles',
  'articles',
  'text_tabs',
  'article_versions',
  'notes',
  'note_updates',
]

async function contentOfDatabase(): Promise<string> {
  const sums = watchedTables.map(
    (table) =>
      sql`(select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from ${sql.table(table)} t)`,
  )
  const { rows } = await sql<{ content: string }>`select concat_ws('/', ${sql.join(sums)}) as content`.execute(
    server.db,
  )
  return rows[0]?.content ?? ''
}
