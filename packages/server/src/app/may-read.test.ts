import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, companyOf, personas, type Persona } from '../../test/world.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { createMayRead } from './may-read.ts'

const server = await startTestServer()
const { db } = server
const mayRead = createMayRead(db, async () => false)
const world = await buildWorld(db)
const openWorkspace = await buildWorkspace(db, { company: world.company, visibility: 'public' })

const sessions = new Map<Persona, string>()
for (const persona of personas) {
  if (persona === 'guest') continue
  const user = world.people[persona]
  await server.signIn(user, companyOf(world, persona))
  const { id } = await db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .orderBy('created_at', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  sessions.set(persona, id)
}

const members = personas.filter((persona) => !['guest', 'stranger', 'superAdmin', 'deactivated'].includes(persona))

test.each([
  ['what is their own: every session', 'session', personas.filter((persona) => persona !== 'guest')],
  ['what the people of a company see: its active members', `company:${world.company.id}`, members],
  ['content of a private workspace', `workspace:${world.workspace.id}`, ['viewer', 'editor', 'admin', 'owner']],
  ['content of a public one', `workspace:${openWorkspace.id}`, personas.filter((persona) => persona !== 'deactivated')],
  [
    'what an article of a private workspace plays',
    `article:${world.article.id}`,
    ['viewer', 'editor', 'admin', 'owner'],
  ],
  ['what a draft plays: those who may open it', `article:${world.draft.id}`, ['editor', 'admin', 'owner']],
  ['content of no workspace', 'workspace:01a1fe00-0000-7000-8000-000000000000', []],
])('%s', async (_, scope, readers) => {
  for (const persona of personas) {
    const isRead = await mayRead({ sessionId: sessions.get(persona) ?? null, scope })
    expect(isRead, persona).toBe(readers.includes(persona))
  }
})

test('a person who has signed out does not continue to read as a guest', async () => {
  const scope = `workspace:${openWorkspace.id}`
  expect(await mayRead({ sessionId: null, scope })).toBe(true)
  expect(await mayRead({ sessionId: '01a1fe00-0000-7000-8000-000000000000', scope })).toBe(false)
})

test('an unknown scope is an internal error', async () => {
  await expect(mayRead({ sessionId: null, scope: 'planet:earth' })).rejects.toThrow('Unknown scope')
})
