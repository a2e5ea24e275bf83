/**
 * A person who loses access is refused within five seconds everywhere: at the next call, on the socket of a note, on
 * the socket of a stream and at the signed URL of a file. Each way to lose access is triggered by its call while the
 * person uses all four. The times are printed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { NoteClient } from '../../test/clients/note-client.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { StreamClient } from '../../test/clients/stream-client.ts'
import { buildWorld, type World } from '../../test/world.ts'
import type { Member } from '../access/index.ts'
import { findNoteWriter, listAllowedConnections } from '../article/index.ts'
import { buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'
import { defineStream } from '../platform/sockets/index.ts'
import { hashPassword } from '../user/index.ts'
import { buildUser, type BuiltUser } from '../user/user.builder.ts'
import { grantGroupRole, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'

const promisedMs = 5000
const channels = ['http', 'note socket', 'stream socket', 'file address'] as const
type Channel = (typeof channels)[number]

/** A stream for those who may edit the draft; it never ends on its own. */
const writing = defineStream<Member, { draftId: string }>({
  name: 'writing',
  data: z.object({ draftId: z.string() }),
  authorise: async (actor, { draftId }) => {
    if ((await findNoteWriter(server.db, actor, draftId, null)) === null) throw new AppError('not_found')
  },
  recheck: (open) =>
    listAllowedConnections(
      server.db,
      open.map(({ id, actor, data }) => ({ id, actor, articleId: data.draftId })),
    ),
  keyOf: ({ sessionId }) => sessionId,
  generate: () => new Promise(() => {}),
})

const server = await startTestServer({ streams: [writing] })
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const photo = newFileKey('images', 'image/png')
await files.put(photo, Buffer.from('a picture'))
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)

type Victim = { user: BuiltUser; token: string; sessionId: string; world: World }

/** A signed-in editor of the workspace. */
async function victimOf(world: World, role: 'editor' | null = 'editor'): Promise<Victim> {
  const user = await buildMember(db, world.company, { user: await buildUser(db, { passwordHash }) })
  if (role !== null) await grantWorkspaceRole(db, { workspace: world.workspace, user, role })
  const token = await server.signIn(user, world.company)
  const session = await db.selectFrom('sessions').where('user_id', '=', user.id).select('id').executeTakeFirstOrThrow()
  return { user, token, sessionId: session.id, world }
}

type Loss = {
  /** Default: an editor by their own role. */
  readonly victim?: (world: World) => Promise<Victim>
  readonly act: (victim: Victim) => Promise<{ status: number }>
  /** Where access is kept, with the reason. */
  readonly keeps?: Partial<Record<Channel, string>>
}

const by = (world: World, person: 'owner' | 'companyOwner') => server.signIn(world.people[person], world.company)

const losses: Record<string, Loss> = {
  'signs out': { act: ({ token }) => server.call('session.logOut', {}, token) },
  'is signed out from elsewhere': {
    act: async ({ user, world }) => server.call('session.endOthers', {}, await server.signIn(user, world.company)),
  },
  'changes the password elsewhere': {
    act: async ({ user, world }) => {
      const next = 'another horse battery'
      const body = { passwordOld: password, passwordNew: next, passwordConfirm: next }
      return server.call('user.updateMe', { body }, await server.signIn(user, world.company))
    },
  },
  'is deactivated': {
    act: async ({ user, world }) =>
      server.call(
        'companyUser.setStatus',
        { params: { id: user.id }, body: { status: 'deactivated' } },
        await by(world, 'companyOwner'),
      ),
  },
  'is removed from the company': {
    act: async ({ user, world }) =>
      server.call('companyUser.remove', { params: { id: user.id } }, await by(world, 'companyOwner')),
  },
  'is removed from the workspace': {
    act: async ({ user, world }) =>
      server.call(
        'workspaceRole.remove',
        { params: { id: world.workspace.id, userId: user.id } },
        await by(world, 'owner'),
      ),
  },
  'is removed from the group': {
    victim: async (world) => {
      const victim = await victimOf(world, null)
      const group = await buildGroup(db, { company: world.company, title: 'Editors', members: [victim.user] })
      await grantGroupRole(db, { workspace: world.workspace, group, role: 'editor' })
      return victim
    },
    act: async ({ user, world }) => {
      const { id } = await db
        .selectFrom('groups')
        .where('company_id', '=', world.company.id)
        .where('title', '=', 'Editors')
        .select('id')
        .executeTakeFirstOrThrow()
      return server.call('group.removeUser', { params: { id, userId: user.id } }, await by(world, 'companyOwner'))
    },
  },
  'may only read from now on': {
    act: async ({ user, world }) =>
      server.call(
        'workspaceRole.save',
        { params: { id: world.workspace.id }, body: { user: user.id, role: 'viewer' } },
        await by(world, 'owner'),
      ),
    keeps: { 'file address': 'they may still read the content of the workspace' },
  },
  'reads a workspace that is made private': {
    victim: async (world) => {
      await db
        .updateTable('workspaces')
        .set({ visibility: 'organization' })
        .where('id', '=', world.workspace.id)
        .execute()
      await db
        .updateTable('company_members')
        .set({ role: 'admin' })
        .where('user_id', '=', world.people.colleague.id)
        .execute()
      const token = await server.signIn(world.people.colleague, world.company)
      const session = await db
        .selectFrom('sessions')
        .where('user_id', '=', world.people.colleague.id)
        .select('id')
        .executeTakeFirstOrThrow()
      return { user: world.people.colleague, token, sessionId: session.id, world }
    },
    act: async ({ world }) =>
      server.call(
        'workspace.save',
        { params: { id: world.workspace.id }, body: { visibility: 'private' } },
        await by(world, 'owner'),
      ),
  },
  'works in a company that is deactivated': {
    // Done by the back office; there is no call for it yet.
    act: async ({ world }) => {
      await db.updateTable('companies').set({ is_activated: false }).where('id', '=', world.company.id).execute()
      return { status: 200 }
    },
  },
}

/** Milliseconds until refused; null if access was kept during the observed time. */
type Measured = Record<Channel, number | null>
const measured = new Map<string, Measured>()

beforeAll(async () => {
  await Promise.all(Object.entries(losses).map(async ([name, loss]) => measured.set(name, await measure(loss))))
}, 60_000)

afterAll(() => {
  const lines = [...measured].map(([name, times]) => {
    const cells = channels.map((channel) => (times[channel] === null ? 'kept' : `${times[channel]} ms`).padStart(13))
    return `${`somebody who ${name}`.padEnd(54)}${cells.join('')}`
  })
  const head = ''.padEnd(54) + channels.map((channel) => channel.padStart(13)).join('')
  process.stdout.write(`refused after\n${[head, ...lines.toSorted()].join('\n')}\n`)
})

describe.each(Object.entries(losses))('a person who %s', (name, { keeps }) => {
  test.each(channels)('is refused within 5 s: %s', (channel) => {
    const ms = measured.get(name)?.[channel]
    if (keeps?.[channel] === undefined) expect(ms).toBeLessThan(promisedMs)
    else expect(ms, keeps[channel]).toBeNull()
  })
})

/** Sockets and files require membership: an invited person only has the invitation. */
test('a withdrawn invitation is refused immediately', async () => {
  const world = await buildWorld(db)
  const { id, token } = world.invitation
  const look = () => server.call('invitation.get', { params: { token } })
  expect((await look()).status).toBe(200)
  const withdrawn = await server.call('invitation.withdraw', { params: { id } }, await by(world, 'companyOwner'))
  expect(withdrawn.status).toBe(200)
  expect((await look()).error.code).toBe('invitation_ended')
  const accepted = await server.call('invitation.accept', { params: { token }, body: { password } })
  expect(accepted.error.code).toBe('invitation_ended')
})

async function measure({ victim: find = victimOf, act, keeps = {} }: Loss): Promise<Measured> {
  const world = await buildWorld(db)
  const victim = await find(world)
  const at = await beEverywhere(victim)
  try {
    expect((await act(victim)).status).toBe(200)
    const since = Date.now()
    const times = await Promise.all(
      channels.map(async (channel) => {
        // Long enough to be sure that access is kept.
        const until = since + promisedMs + (keeps[channel] === undefined ? 3000 : 0)
        while (Date.now() < until) {
          const refusedAt = await at[channel]()
          if (refusedAt !== null) return [channel, refusedAt - since] as const
          await delay(20)
        }
        return [channel, null] as const
      }),
    )
    await at.refusesAgain(keeps)
    return Object.fromEntries(times) as Measured
  } finally {
    at.leave()
  }
}

/** Opens all four connections and returns, for each, when it was first refused. */
async function beEverywhere({ token, sessionId, world: { draft, workspace } }: Victim) {
  const tab = await db.selectFrom('text_tabs').where('article_id', '=', draft.id).select('id').executeTakeFirstOrThrow()
  const note = new NoteClient({
    url: `${server.url.replace('http', 'ws')}/collaboration`,
    address: { articleId: draft.id, tabId: tab.id },
    token,
    reconnectMs: 10_000,
  })
  let noteClosedAt: number | null = null
  note.provider.on('disconnect', () => (noteClosedAt ??= Date.now()))
  const openStream = async () => {
    const ticket = await server.call('session.ticket', {}, token)
    return ticket.status === 200 ? new StreamClient(server.url, 'writing', ticket.ok.token) : null
  }
  const stream = await openStream()
  if (stream === null) throw new Error('no ticket')
  let streamClosedAt: number | null = null
  void stream.closed.then(({ at }) => (streamClosedAt = at))
  await stream.send({ type: 'start', data: { draftId: draft.id } })
  await vi.waitUntil(() => note.isSynced, { timeout: 15_000 })

  const address = files.signedAddress(photo, { sessionId, scope: `workspace:${workspace.id}` })
  const readDraft = async () => (await server.call('draft.get', { params: { id: draft.id } }, token)).status
  const readFile = async () => (await fetch(server.url + address)).status
  expect([await readDraft(), await readFile(), stream.ws.readyState]).toEqual([200, 200, stream.ws.OPEN])

  return {
    http: async () => ((await readDraft()) === 200 ? null : Date.now()),
    'note socket': async () => noteClosedAt,
    'stream socket': async () => streamClosedAt,
    'file address': async () => ((await readFile()) === 200 ? null : Date.now()),
    /** Nobody gets back in, not even with a ticket issued before. */
    async refusesAgain(keeps: NonNullable<Loss['keeps']>) {
      const again = await openStream()
      if (again !== null) {
        await again.send({ type: 'start', data: { draftId: draft.id } }).catch(() => {})
        expect((await again.closed).code).toBe(3002)
      }
      expect(await readDraft()).toBeGreaterThanOrEqual(401)
      if (keeps['file address'] === undefined) expect(await readFile()).toBe(403)
    },
    leave() {
      note.destroy()
      stream.ws.terminate()
    },
  }
}
