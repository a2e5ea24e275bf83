/**
 * Generated from the catalogue: in every request, each id in the sample is replaced, one at a time, by an id of the
 * same kind that is out of the caller's reach: of another company, of a private workspace the caller is not in, or
 * deleted. The response must be the same as for an id that does not exist, and nothing may change.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { expectedCell } from '../../test/access/access-table.ts'
import { databaseChecksum } from '../../test/database-checksum.ts'
import { idLocations, replaceAt, createUnknownId, type SubjectName } from '../../test/access/id-locations.ts'
import { startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { startTestServer } from '../../test/server.ts'
import { buildSubjects, deleteSubjects, type Subjects } from '../../test/access/subjects.ts'
import {
  buildWorld,
  companyOf,
  personas,
  sampleRequests,
  type CallName,
  type Persona,
  type SampleRequest,
} from '../../test/world.ts'
import { buildMember } from '../company/company.builder.ts'

/** Calls that intentionally return data from outside the caller's company. */
const openAcross = new Set<CallName>(['company.bySlug'])

/** Lists of ids, where unknown ones are left out and the rest is used, so that the response reveals nothing about them. */
const leavesOut = new Map<CallName, string>([
  ['article.previews', 'query'],
  ['workspace.saveOrder', 'body'],
])

/** Additional requests for fields that the samples omit. */
const moreRequests: Partial<Record<CallName, readonly ((things: Subjects) => SampleRequest)[]>> = {
  'article.saveDraft': [
    ({ draft, workspace }) => ({ params: { id: draft.id }, body: { title: 'Moved', workspace: workspace.id } }),
    ({ ownDraft, workspace, article }) => ({
      params: { id: ownDraft.id },
      body: { title: 'Placed', workspace: workspace.shortId, parentArticle: article.id },
    }),
    ({ workspace }) => ({ params: { id: 'new' }, body: { title: 'New', workspace: workspace.id } }),
    ({ draft }) => ({ params: { id: 'new' }, body: { title: 'Kept apart', copyOf: draft.id } }),
  ],
  'article.save': [
    ({ ownDraft, workspace, article }) => ({
      params: { id: ownDraft.id },
      body: { title: 'Placed', workspace: workspace.id, parentArticle: article.shortId, isPublish: true },
    }),
  ],
  'bot.save': [
    ({ meeting }) => ({ body: { config: { name: 'Bot', notesAutoGeneration: 'none', eventId: meeting.id } } }),
    ({ workspace, company }) => ({
      body: {
        config: { name: 'Bot', notesAutoGeneration: 'none', companyId: company.id, workspaceId: workspace.id },
      },
    }),
  ],
  'article.setArchived': [({ article, draft }) => ({ body: { articleIds: [article.id, draft.id], isArchived: true } })],
  'share.links': [({ workspace }) => ({ query: { workspaceId: workspace.id } })],
  'share.token': [
    ({ workspace }) => ({ params: { id: workspace.id }, query: { isPrivate: '1', isFirstWorkspaceArticle: '1' } }),
  ],
  'workspace.editable': [({ company }) => ({ params: { companyId: company.id } })],
  'workspaceRole.removeGroup': [
    ({ workspace, group }) => ({ params: { id: workspace.id }, query: { groupId: group.id } }),
  ],
}

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({ config: { billing: paddle.settings } })
const { db } = server
const world = await buildWorld(db)
const foreign = await thingsOutOfReach(world.otherCompany)
const hidden = await thingsOutOfReach(world.company)
const deleted = await thingsOutOfReach(world.company)
await deleteSubjects(db, deleted)
knowTransaction(foreign)

/** Everything in someone else's private workspace, with a group and an invitation. */
async function thingsOutOfReach(company: Subjects['company']): Promise<Subjects> {
  const owner = await buildMember(db, company)
  return buildSubjects(db, { company, owner, groupMember: await buildMember(db, company) })
}

/** The provider knows every company's transactions, so only our own check refuses a foreign one. */
function knowTransaction({ transaction: { id }, subscription }: Subjects): void {
  const { world: provider } = paddle
  const price = provider.addPrice({ productName: 'Team', amount: '1200', interval: 'month' })
  const items = [{ price_id: price.id, quantity: 1 }]
  const order = provider.createTransaction({ items, customer_id: 'ctm_01other', custom_data: null })
  provider.transactions.set(id, { ...order, id, subscription_id: subscription.id })
}

/** Things in the callers' company that they cannot reach. */
const hiddenThings = new Set<SubjectName>([
  'workspace',
  'article',
  'comment',
  'reaction',
  'draft',
  'ownDraft',
  'meeting',
  'session',
])
/** Things that are never deleted while their people exist. */
const lastingThings = new Set<SubjectName>(['company', 'subscription', 'transaction'])

/** Operators reach every company. */
const isForOperators = ({ allow }: Call) => typeof allow === 'object' && allow.permission === 'installation.manage'

const cases = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).flatMap(([callName, declared]) => {
    const name = `${feature}.${callName}` as CallName
    const call = declared as Call
    if (call.allow === 'guest' || openAcross.has(name) || isForOperators(call)) return []
    return [sampleRequests[name], ...(moreRequests[name] ?? [])].flatMap((request) =>
      idLocations(request(world), world).map((location) => {
        const title = `${name}, ${location.kind} in ${location.path.join('.')}`
        return { title, name, call, request, location }
      }),
    )
  }),
)

const tokens = new Map<Persona, string>()
for (const persona of personas)
  if (persona !== 'guest') tokens.set(persona, await server.signIn(world.people[persona], companyOf(world, persona)))

test('most requests contain an id', () => {
  expect(cases.length).toBeGreaterThan(40)
})

/** A checksum costs as much as many calls: that after one call is that before the next. */
let checksum: string | null = null

describe.each(cases)('$title', ({ name, call, request, location }) => {
  // Every persona that succeeds with the right ids, each with a different role.
  const callers = (['owner', 'companyOwner', 'companyAdmin', 'moderator', 'viewer'] as const).filter(
    (persona) => expectedCell('private', name, call, persona) === 'ok',
  )

  test.each(callers)('as %s', async (persona) => {
    const ask = async (value: string) => {
      const answer = await server.call(
        name,
        replaceAt(request(world), location.path, value) as never,
        tokens.get(persona),
      )
      const { requestId: _, ...content } = answer.status === 200 ? { requestId: '', ...answer.ok } : answer.error
      return {
        status: answer.status,
        content: JSON.stringify(content)
          .replaceAll(value, 'the id')
          .replaceAll(/"orderRevision":\d+/g, ''),
      }
    }
    const before = checksum ?? (await databaseChecksum(db))
    checksum = null
    const unknown = await ask(createUnknownId[location.kind]())
    const outOfReach = [
      foreign,
      ...(lastingThings.has(location.thing) ? [] : [deleted]),
      ...(hiddenThings.has(location.thing) ? [hidden] : []),
    ]
    for (const things of outOfReach) {
      const answer = await ask(location.of(things))
      expect(answer, location.of(things)).toStrictEqual(unknown)
    }
    if (leavesOut.get(name) === location.path[0]) return
    expect([404, 422], unknown.content).toContain(unknown.status)
    checksum = await databaseChecksum(db)
    expect(checksum, 'nothing changes').toBe(before)
  })
})
