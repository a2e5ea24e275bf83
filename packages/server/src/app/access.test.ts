/**
 * Made from the catalogue: every call is tried as everybody. What each may expect follows from the access the call
 * declares and, for permissions, from the table below; a permission without a row does not compile.
 */
import type { Access, Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, personas, sampleRequests, type CallName, type Persona, type World } from '../../test/world.ts'

type Expected = 'ok' | 401 | 403 | 404

const insiders = (lowest: Persona): Record<Persona, Expected> => {
  const from = personas.indexOf(lowest)
  const expected = Object.fromEntries(personas.map((persona, at) => [persona, at >= from ? 'ok' : 403]))
  return { ...(expected as Record<Persona, Expected>), guest: 401, stranger: 404, colleague: 404 }
}

/** In a private workspace: a colleague without a role knows as little of it as a stranger. */
const expectedOf: Record<Permission, Record<Persona, Expected>> = {
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

function expectation(allow: Access, persona: Persona): Expected {
  if (typeof allow === 'object') return expectedOf[allow.permission][persona]
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
      // Refusals by rule (a wrong password) are no refusals of access.
      expect([401, 403, 404, 500]).not.toContain(answer.status)
    } else {
      expect(answer.status, JSON.stringify(answer.error)).toBe(expected)
      expect(JSON.stringify(answer.error)).not.toContain('article"')
      expect(await contentOfDatabase(), 'a refused call changes nothing').toBe(before)
    }
  })
})

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
