/**
 * Whatever ends a link also ends everything that was opened with it within five seconds: the page, and the URL of every
 * kind of file that it shows. Each way to end it is triggered by its call, if there is one. The times are printed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildGroup } from '../group/group.builder.ts'
import { buildSharedWorkspace, openAllFiles, type SharedWorkspace } from '../share/shared-workspace.fixture.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const promisedMs = 5000
const server = await startTestServer()
const { db } = server

type Ending = {
  /** Opened with the private link, by a recipient. */
  readonly isPrivate?: boolean
  /** Recipient through this group. */
  readonly withGroup?: boolean
  readonly act: (world: SharedWorkspace, groupId: string) => Promise<{ status: number }>
}

const save =
  (body: object) =>
  ({ article, token }: SharedWorkspace) =>
    server.call('share.save', { params: { id: article.id }, body }, token)

const byCompanyOwner = ({ company }: SharedWorkspace) => server.signIn(company.owner, company)

const set = async (work: Promise<unknown>) => {
  await work
  return { status: 200 }
}

const endings: Record<string, Ending> = {
  'is deleted': { act: save({ shared: false }) },
  'is renewed': { act: save({ shared: true, isRefreshToken: true }) },
  'gets a password': { act: save({ password: 'tide-table' }) },
  // The test does not wait for the expiry date.
  'is over': {
    act: ({ article }) =>
      set(
        db.updateTable('article_links').set({ expires_at: new Date() }).where('article_id', '=', article.id).execute(),
      ),
  },
  'is switched off for its workspace': {
    act: ({ workspace, token }) =>
      server.call('workspace.save', { params: { id: workspace.id }, body: { isSharingOff: true } }, token),
  },
  'is switched off for its company': {
    act: async (world) => server.call('company.update', { body: { isSharingOff: true } }, await byCompanyOwner(world)),
  },
  'is of an article that is archived': {
    act: ({ article, token }) =>
      server.call('article.setArchived', { body: { articleIds: [article.id], isArchived: true } }, token),
  },
  'is of an article that is deleted': {
    act: ({ article, token }) => server.call('article.remove', { params: { id: article.id } }, token),
  },
  'is of an article that goes to another company': {
    act: async ({ article, owner, token }) => {
      const target = await buildWorkspace(db)
      await db
        .insertInto('company_members')
        .values({ company_id: target.companyId, user_id: owner.id, role: 'admin' })
        .execute()
      await db.updateTable('workspaces').set({ owner_id: owner.id }).where('id', '=', target.id).execute()
      const body = { companyId: target.companyId, workspaceId: target.id }
      return server.call('article.transfer', { params: { id: article.id }, body }, token)
    },
  },
  'is of an article in a workspace that is archived': {
    act: ({ workspace, token }) =>
      server.call('workspace.setArchived', { params: { id: workspace.id }, body: { isArchived: true } }, token),
  },
  'is of an article in a workspace that is deleted': {
    act: ({ workspace, token }) => server.call('workspace.remove', { params: { id: workspace.id } }, token),
  },
  // Done by the back office; there is no call for it yet.
  'is of a company that is deactivated': {
    act: ({ company }) =>
      set(db.updateTable('companies').set({ is_activated: false }).where('id', '=', company.id).execute()),
  },
  'is of a company that does not pay': {
    act: ({ company }) =>
      set(db.updateTable('companies').set({ is_billing: true }).where('id', '=', company.id).execute()),
  },
  'is private, and renewed': { isPrivate: true, act: save({ isPrivate: true, isRefreshToken: true }) },
  'is private, and the person is no longer named': {
    isPrivate: true,
    act: ({ article, colleague, token }) =>
      server.call('share.removeEntity', { params: { id: article.id }, body: { entityId: colleague.id } }, token),
  },
  'is private, and the person leaves the group that is named': {
    isPrivate: true,
    withGroup: true,
    act: async (world, groupId) =>
      server.call(
        'group.removeUser',
        { params: { id: groupId, userId: world.colleague.id } },
        await byCompanyOwner(world),
      ),
  },
  'is private, and the group that is named is deleted': {
    isPrivate: true,
    withGroup: true,
    act: async (world, groupId) =>
      server.call('group.remove', { params: { id: groupId } }, await byCompanyOwner(world)),
  },
  'is private, and the person is deactivated': {
    isPrivate: true,
    act: async (world) =>
      server.call(
        'companyUser.setStatus',
        { params: { id: world.colleague.id }, body: { status: 'deactivated' } },
        await byCompanyOwner(world),
      ),
  },
  'is private, and the person is removed from the company': {
    isPrivate: true,
    act: async (world) =>
      server.call('companyUser.remove', { params: { id: world.colleague.id } }, await byCompanyOwner(world)),
  },
}

const resources = ['page', 'check', 'logo', 'photo', 'rendition', 'poster', 'picture', 'attachment'] as const
type Measured = Record<(typeof resources)[number], number | null>
const measured = new Map<string, Measured>()

beforeAll(async () => {
  await Promise.all(Object.entries(endings).map(async ([name, ending]) => measured.set(name, await measure(ending))))
}, 120_000)

afterAll(() => {
  const lines = [...measured].map(([name, times]) => {
    const cells = resources.map((resource) =>
      (times[resource] === null ? 'kept' : `${times[resource]} ms`).padStart(11),
    )
    return `a link that ${name}`.padEnd(70) + cells.join('')
  })
  const head = ''.padEnd(70) + resources.map((resource) => resource.padStart(11)).join('')
  process.stdout.write(`refused after\n${[head, ...lines].join('\n')}\n`)
})

describe.each(Object.keys(endings))('a link that %s', (name) => {
  test.each(resources)('opens nothing within 5 s: %s', (resource) => {
    expect(measured.get(name)?.[resource]).toBeLessThan(promisedMs)
  })
})

async function measure({ isPrivate = false, withGroup = false, act }: Ending): Promise<Measured> {
  const shared = await buildSharedWorkspace(server)
  const { article, colleague, company, token } = shared
  const { id: groupId } = await buildGroup(db, { company, members: withGroup ? [colleague] : [] })
  const recipient = withGroup ? { type: 'group' as const, id: groupId } : { type: 'user' as const, id: colleague.id }
  const params = { id: article.id }
  await server.call('share.addEntities', { params, body: { entities: [recipient] } }, token)
  const made = (await server.call('share.save', { params, body: { shared: true } }, token)).ok.sharedData
  const link = (isPrivate ? made.privateToken : made.token) ?? ''
  const by = await server.signIn(colleague, company)
  const addresses = await openAllFiles(server, shared, { token: link, isPrivate, by })
  const statusOf = async (resource: (typeof resources)[number]): Promise<number> => {
    if (resource === 'check') {
      const query = { articleId: article.id, ...(isPrivate && { isPrivate: '1' as const }) }
      return (await server.call('sharedBrowse.check', { params: { token: link }, query }, by)).status
    }
    if (resource !== 'page') return readStatus(server.url + addresses[resource])
    return isPrivate
      ? (await server.call('sharedBrowse.openPrivate', { params: { token: link } }, by)).status
      : (await server.call('sharedBrowse.open', { params: { token: link }, query: {} })).status
  }
  for (const resource of resources) expect([resource, await statusOf(resource)]).toEqual([resource, 200])
  expect((await act(shared, groupId)).status).toBe(200)
  const since = Date.now()
  const times = await Promise.all(
    resources.map(async (resource) => {
      while (Date.now() - since < promisedMs) {
        if ((await statusOf(resource)) >= 400) return [resource, Date.now() - since] as const
        await delay(50)
      }
      return [resource, null] as const
    }),
  )
  return Object.fromEntries(times) as Measured
}

async function readStatus(address: string): Promise<number> {
  const response = await fetch(address)
  await response.arrayBuffer()
  return response.status
}
