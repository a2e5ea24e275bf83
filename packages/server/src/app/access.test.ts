/**
 * Generated from the catalogue: every call is tried as every persona, in every state of the workspace and of the
 * company. The expectation follows from the access the call declares and, for permissions, from the table in
 * test/access-table.ts.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { isStateDependent, expectedCell, states, type Cell, type StateName } from '../../test/access/access-table.ts'
import { isReading, ruledRefusals } from '../../test/access/ruled-calls.ts'
import { databaseChecksum } from '../../test/database-checksum.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import {
  buildWorld,
  companyOf,
  personas,
  sampleRequests,
  type CallName,
  type Persona,
  type World,
} from '../../test/world.ts'
import type { Db } from '../platform/database/db.ts'

const arrange: Record<StateName, (db: Db, world: World) => Promise<unknown>> = {
  private: async () => {},
  organization: (db, { workspace }) => setWorkspace(db, workspace, { visibility: 'organization' }),
  public: (db, { workspace }) => setWorkspace(db, workspace, { visibility: 'public' }),
  personal: async (db, { workspace, people }) => {
    // Replaces the one created with the membership, because a person has only one per company.
    await db
      .updateTable('workspaces')
      .set({ deleted_at: new Date() })
      .where('owner_id', '=', people.owner.id)
      .where('visibility', '=', 'personal')
      .execute()
    await setWorkspace(db, workspace, { visibility: 'personal' })
  },
  archived: (db, { workspace }) => setWorkspace(db, workspace, { is_archived: true }),
  'company deactivated': (db, { company }) => setCompany(db, company, { is_activated: false }),
  'company not paid': (db, { company }) =>
    setCompany(db, company, { is_billing: true, subscription_status: 'past_due' }),
}

/** Error codes that belong to a state, by expected result. */
const refusalsOf: Record<StateName, Partial<Record<Cell, readonly ErrorCode[]>>> = {
  private: {},
  organization: {},
  public: {},
  personal: { 422: ['personal_workspace_fixed'] },
  archived: { 422: ['workspace_archived'] },
  'company deactivated': { 403: ['company_deactivated'] },
  'company not paid': { 403: ['company_not_paid'] },
}

/** Everyone may add their own items, but not change those of others. */
const ofSomebodyElse = new Set<string>(['comment_not_yours', 'reaction_not_yours'] satisfies ErrorCode[])

const server = await startTestServer()
const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

const stateNames = Object.keys(states) as StateName[]

// All refusals run before the permitted calls, which create separate data each, so that the compared database stays
// small.
describe.each(stateNames)('%s', (state) => {
  let shared: Arranged
  let checksum: string
  beforeAll(async () => {
    shared = await arrangedWorld(state)
    checksum = await databaseChecksum(server.db)
  })

  describe.each(refusalsIn(state))('$feature', ({ cells }) => {
    test.each(cells)('$name refuses $refusedPersonas', async ({ name, refused }) => {
      for (const { persona, cell } of refused) {
        const answer = await server.call(name, sampleRequests[name](shared.world) as never, shared.tokens[persona])
        const summary = `${persona} ${answer.status} ${JSON.stringify(answer.status === 200 ? answer.ok : answer.error)}`
        expect(String(answer.status), summary).toBe(cell)
        expect(summary).not.toContain('article"')
        expectReason(state, cell, persona, answer.error)
      }
    })

    // Once per feature, because a checksum costs as much as many calls.
    test('nothing has changed', async () => {
      const unchanged = checksum
      checksum = await databaseChecksum(server.db)
      expect(checksum).toBe(unchanged)
    })
  })
})

// States that admit nobody have nothing to try.
const openStates = stateNames.filter((state) => cellsIn(state).some(({ allowed }) => allowed.length > 0))

describe.each(openStates)('%s', (state) => {
  let shared: Arranged
  beforeAll(async () => {
    shared = await arrangedWorld(state)
  })

  describe.each(cellsIn(state).filter(({ allowed }) => allowed.length > 0))('$name', ({ name, call, allowed }) => {
    test.each(allowed)('admits: $persona', async ({ persona }) => {
      const { world, tokens } = isReading(name, call) ? shared : await arrangedWorld(state, [persona])
      const answer = await server.call(name, sampleRequests[name](world) as never, tokens[persona])
      const refusal = ruledRefusals[name]
      if (refusal === undefined) expect(answer.ok).toBeDefined()
      else expect(answer.error.code).toBe(refusal)
    })
  })
})

/** By feature, without the features that refuse nobody. */
function refusalsIn(state: StateName) {
  const cells = cellsIn(state)
    .filter(({ refused }) => refused.length > 0)
    .map((cell) => ({ ...cell, refusedPersonas: cell.refused.map(({ persona }) => persona).join(', ') }))
  return Object.keys(catalogue)
    .map((feature) => ({ feature, cells: cells.filter(({ name }) => name.startsWith(`${feature}.`)) }))
    .filter((group) => group.cells.length > 0)
}

function cellsIn(state: StateName) {
  return calls.map(([name, call]) => cellsOf(state, name, call))
}

function cellsOf(state: StateName, name: CallName, call: Call) {
  const cells = askers(call).map((persona) => ({ persona, cell: expectedCell(state, name, call, persona) }))
  // Calls and refusals that do not depend on the state are tried only once.
  const isOfState = state === 'private' || isStateDependent(state, call)
  const refused = cells.filter(
    ({ persona, cell }) =>
      cell !== 'ok' && (isSoak || isOfState || cell !== expectedCell('private', name, call, persona)),
  )
  const open = isOfState ? cells.filter(({ cell }) => cell === 'ok') : []
  // A call that writes needs separate data; the admitted persona with the fewest rights proves the most.
  const allowed = isSoak || isReading(name, call) ? open : open.slice(0, 1)
  return { name, call, refused, allowed }
}

function expectReason(
  state: StateName,
  cell: Cell,
  persona: Persona,
  error: { code: string; company?: boolean; userInactiveInCompany?: boolean },
) {
  if (cell === '401') return expect(error.code).toBe('not_signed_in')
  const codes = refusalsOf[state][cell]
  const isOfState = codes !== undefined && (codes as readonly string[]).includes(error.code)
  if (cell === '422') return expect(isOfState, `${persona}: ${error.code}`).toBe(true)
  if (cell !== '403') return
  if (state === 'company deactivated' && error.code === 'company_deactivated') return expect(error.company).toBe(true)
  if (persona === 'deactivated') return expect(error.userInactiveInCompany).toBe(true)
  if (!isOfState && !ofSomebodyElse.has(error.code)) expect(error.code, persona).toBe('forbidden')
}

type Arranged = { world: World; tokens: Record<Persona, string | null> }

async function arrangedWorld(state: StateName, signedInPersonas: readonly Persona[] = personas): Promise<Arranged> {
  const world = await buildWorld(server.db)
  await arrange[state](server.db, world)
  const signedIn = await Promise.all(
    signedInPersonas.map(async (persona) => [
      persona,
      persona === 'guest' ? null : await server.signIn(world.people[persona], companyOf(world, persona)),
    ]),
  )
  return { world, tokens: Object.fromEntries(signedIn) as Arranged['tokens'] }
}

/** Calls that are open to everyone do not check who calls. */
function askers({ allow }: Call): readonly Persona[] {
  return allow === 'guest' ? ['guest', 'viewer'] : personas
}

type WorkspaceChange = { visibility?: 'personal' | 'organization' | 'public'; is_archived?: boolean }
const setWorkspace = (db: Db, { id }: { id: string }, change: WorkspaceChange) =>
  db.updateTable('workspaces').set(change).where('id', '=', id).execute()

type CompanyChange = { is_activated?: boolean; is_billing?: boolean; subscription_status?: 'past_due' }
const setCompany = (db: Db, { id }: { id: string }, change: CompanyChange) =>
  db.updateTable('companies').set(change).where('id', '=', id).execute()
