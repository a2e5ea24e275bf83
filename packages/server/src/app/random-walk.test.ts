/**
 * A viewer, a moderator and the owner of another company make random calls, with valid and invalid requests and every
 * id, URL and token they have learned. After every few calls of one walker, that walker's rights are compared: none may
 * have grown by their own actions. No response may contain what is out of their reach.
 *
 * `SOAK=1 WALK_SEED=7 npx vitest run packages/server/src/app/random-walk.test.ts` repeats a long walk.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { companyRoles } from '@knowreel/shared/company/company.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom, randomRequest, extractValues } from '../../test/access/random-requests.ts'
import { startTestServer } from '../../test/server.ts'
import { buildSubjects, type Subjects } from '../../test/access/subjects.ts'
import { isSoak } from '../../test/soak.ts'
import { buildWorld, companyOf, sampleRequests, type CallName, type World } from '../../test/world.ts'
import type { Actor } from '../access/index.ts'
import { buildMember } from '../company/company.builder.ts'
import { accessRank } from '../workspace/index.ts'

const calls = Number(process.env['WALK_CALLS'] ?? (isSoak ? 12_600 : 300))
/** The short run repeats itself, so that it never fails by chance. */
const seed = Number(process.env['WALK_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 7))
/** The calls use up the data, so it is replaced after this many. */
const callsInWorld = Math.min(calls, 600)
const callsInTurn = 20
const walkers = ['viewer', 'moderator', 'stranger'] as const
type Walker = (typeof walkers)[number]

/** Each hashes a password for a tenth of a second, so they are chosen less often. */
const slowCalls = new Set<CallName>([
  'account.signUp',
  'account.resetPassword',
  'companyUser.create',
  'invitation.accept',
  'session.logIn',
  'health.health',
])

const server = await startTestServer()
const { db } = server
const chance = createRandom(seed)
const all = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

test(`${calls} random calls (seed ${seed}) raise nobody's rights and reveal nobody's secrets`, async () => {
  const startedAt = Date.now()
  const statuses = new Map<number, number>()
  for (let made = 0; made < calls; made += callsInWorld) {
    const walk = await beginWalk()
    for (let turn = 0; turn < callsInWorld / callsInTurn; turn++) {
      const walker = chance.pick(walkers)
      const before = await rightsOf(walk, walker)
      const log: string[] = []
      for (let i = 0; i < callsInTurn; i++) {
        const { status, line } = await walk.step(walker, before)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        log.push(line)
      }
      const grown = raised(before, await rightsOf(walk, walker))
      expect(grown, `${walker} (seed ${seed}):\n${log.join('\n')}`).toEqual([])
    }
  }
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(`random walk: ${calls} calls in ${seconds} s, seed ${seed}, ${counts.join(', ')}\n`)
  // A walk in which everything is refused proves nothing.
  expect((statuses.get(200) ?? 0) / calls).toBeGreaterThan(0.15)
}, 3_600_000)

async function beginWalk() {
  const world = await buildWorld(db)
  const hidden = await thingsOf(world.company, 'canary-hidden')
  const foreign = await thingsOf(world.otherCompany, 'canary-foreign')
  const own: World = { ...world, ...foreign }
  const secrets = secretsOf({ world, hidden, foreign })
  /** A moderator may add others to the group of a workspace, whose content is then no secret to them. */
  const isVisible = (rights: Rights, things: Subjects) => (rights.get(`workspace ${things.workspace.id}`) ?? 0) > 0
  const known = new Set(
    [world, hidden, foreign]
      .flatMap(namesOf)
      .concat(Object.values(world.people).flatMap(({ id, email }) => [id, email])),
  )
  const pools: Record<Walker, Set<string>> = {
    viewer: new Set(known),
    moderator: new Set(known),
    stranger: new Set(known),
  }
  const tokens = new Map<Walker, string>()
  const sent = new Set<string>()

  const send = async (walker: Walker, call: Call, request: ReturnType<typeof randomRequest>) => {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(request.params?.[name] ?? ''),
    )
    const query = new URLSearchParams(request.query).toString()
    let token = tokens.get(walker)
    if (token === undefined)
      tokens.set(walker, (token = await server.signIn(world.people[walker], companyOf(world, walker))))
    const answer = await server.http.inject({
      method: call.method,
      url: `/api${path}${query && `?${query}`}`,
      headers: { authorization: `Bearer ${token}` },
      ...(request.body !== undefined && call.method !== 'GET' ? { payload: request.body as object } : {}),
    })
    // Signed out by their own call, or deactivated by a moderator: they sign in again if they can.
    if (answer.statusCode === 401) tokens.delete(walker)
    return answer
  }

  const workspaces = await db.selectFrom('workspaces').select('id').execute()

  return {
    world,
    /** Workspaces that exist before the walk. */
    workspaceIds: workspaces.map(({ id }) => id),
    async step(walker: Walker, rights: Rights) {
      let [name, call] = chance.pick(all)
      if (slowCalls.has(name) && chance.next() > 0.03)
        [name, call] = chance.pick(all.filter(([other]) => !slowCalls.has(other)))
      const things = walker === 'stranger' && chance.next() < 0.5 ? own : world
      const pool = pools[walker]
      // Uses only tokens of invitations and links that the walker has received.
      const heard = (length: number) => {
        const tokens = [...pool].filter((value) => value.length === length)
        return tokens.length === 0 ? 'no-such-token' : chance.pick(tokens)
      }
      const invitation = { ...things.invitation, token: heard(43) }
      const links = { token: heard(32), privateToken: heard(32) }
      const request = randomRequest(chance, call, sampleRequests[name]({ ...things, invitation, links }), [...pool])
      const answer = await send(walker, call, request)
      const line = `${name} ${JSON.stringify(request)} → ${answer.statusCode}`
      // 503: the installation of this test has no model.
      expect(answer.statusCode === 503 ? 0 : answer.statusCode, line).toBeLessThan(500)
      // An email address that a walker sent may be returned to anyone they invited with it; ids may not.
      for (const email of extractValues(JSON.stringify(request)).filter((value) => value.includes('@'))) sent.add(email)
      const payload = answer.payload.replaceAll(/[\w.+-]+@example\.com/g, (email) => (sent.has(email) ? '' : email))
      const opened = [hidden, world].filter((things) => isVisible(rights, things))
      const secret = secrets(walker, opened).exec(payload)
      if (secret !== null && !JSON.stringify(request).includes(secret[0]))
        expect.fail(
          `${walker} received a secret (seed ${seed}): ${line} … ${payload.slice(Math.max(0, secret.index - 300)).slice(0, 900)}`,
        )
      for (const value of extractValues(answer.payload)) if (pool.size < 500) pool.add(value)
      return { status: answer.statusCode, line }
    },
  }
}

async function thingsOf(company: Subjects['company'], word: string): Promise<Subjects> {
  const owner = await buildMember(db, company)
  return buildSubjects(db, { company, owner, groupMember: await buildMember(db, company), word })
}

/** Ids and addresses that can appear in a request. Tokens are excluded: a walker must have received them. */
const namesOf = ({
  company,
  colleague,
  workspace,
  article,
  draft,
  ownDraft,
  template,
  session,
  group,
  invitation,
}: Subjects) => [
  company.id,
  colleague.id,
  colleague.email,
  ...[workspace, article, draft, ownDraft, group].flatMap(({ id, shortId }) => [id, shortId]),
  template.id,
  session.id,
  group.invitedEmail,
  group.member.id,
  invitation.id,
  invitation.email,
]

/** The content of a private workspace. */
const insideOf = ({ workspace, article, draft, ownDraft }: Subjects) =>
  [workspace, article, draft, ownDraft].flatMap(({ id, shortId }) => [id, shortId])

/** Values that a walker must never receive. Companies themselves are known by their URLs. */
function secretsOf({ world, hidden, foreign }: { world: World; hidden: Subjects; foreign: Subjects }) {
  const ofCompany = (things: Subjects) => namesOf(things).filter((name) => name !== things.company.id)
  const anyOf = (names: string[]) => new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'))
  return (walker: Walker, opened: readonly Subjects[]): RegExp => {
    if (walker === 'stranger') return anyOf(['canary-hidden', ...ofCompany(hidden), ...ofCompany(world)])
    const closed = [hidden, ...(walker === 'moderator' ? [world] : [])].filter((things) => !opened.includes(things))
    return anyOf([
      'canary-foreign',
      ...ofCompany(foreign),
      ...(opened.includes(hidden) ? [] : ['canary-hidden']),
      ...closed.flatMap(insideOf),
      hidden.session.id,
      world.session.id,
    ])
  }
}

type Walk = Awaited<ReturnType<typeof beginWalk>>

/** Numbers that must not grow, by subject. */
type Rights = ReadonlyMap<string, number>

/**
 * Counts only rights in what existed before: walkers own what they create. The owner of another company has rights in
 * that company.
 */
async function rightsOf(
  { world, workspaceIds }: Pick<Walk, 'world' | 'workspaceIds'>,
  walker: Walker,
): Promise<Rights> {
  const { id: userId } = world.people[walker]
  const companyIds =
    walker === 'stranger' ? [world.company.id, world.thirdCompany.id] : [world.company.id, world.otherCompany.id]
  const { rows: roles } = await sql<{ companyId: string; role: (typeof companyRoles)[number]; isActive: boolean }>`
    select company_id as "companyId", role, status = 'active' as "isActive" from company_members
    where user_id = ${userId} and company_id in (${sql.join(companyIds)})
  `.execute(db)
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('is_super_admin')
    .executeTakeFirstOrThrow()
  const rights = new Map<string, number>([['super admin', person.is_super_admin ? 1 : 0]])
  for (const { companyId, role, isActive } of roles)
    rights.set(`company ${companyId}`, isActive ? companyRoles.indexOf(role) + 1 : 0)
  for (const companyId of companyIds) {
    const membership = roles.find((one) => one.companyId === companyId)
    const actor: Actor = {
      sessionId: '',
      userId,
      isSuperAdmin: false,
      company: membership
        ? { id: companyId, isActivated: true, isPaid: true, role: membership.role, status: 'active' }
        : null,
    }
    const { rows: ranks } = await sql<{ id: string; rank: number }>`
      select w.id, ${accessRank(actor)} as rank from workspaces w
      where w.company_id = ${companyId} and w.id = any(${workspaceIds}::uuid[])
    `.execute(db)
    for (const { id, rank } of ranks) rights.set(`workspace ${id}`, rank)
  }
  return rights
}

const raised = (before: Rights, after: Rights): string[] =>
  [...after].flatMap(([name, value]) =>
    value > (before.get(name) ?? 0) ? [`${name}: ${before.get(name) ?? 0} → ${value}`] : [],
  )
