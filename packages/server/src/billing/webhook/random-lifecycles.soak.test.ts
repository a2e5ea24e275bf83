/**
 * Random lives of subscriptions arrive over HTTP, in any order and with repetitions, and a worker applies them. The
 * database must end as the pure reducer says, and the audit log must contain every step of the companies' status once.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../../test/access/random-requests.ts'
import { deliver } from '../../../test/paddle/paddle-server.ts'
import type { PaddleEvent } from '../../../test/paddle/paddle-shapes.ts'
import { liveThrough, shuffle } from '../../../test/paddle/random-lifecycle.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildCompany, type BuiltCompany } from '../../company/company.builder.ts'
import type { Trx } from '../../platform/database/db.ts'
import { createCompanyProofs } from '../company-proof.ts'
import { lockAdjustment, lockSubscription, lockTransaction, toStoredTransaction } from '../mirror/mirror.queries.ts'
import { reduceEvent, sortSubscriptions, versionOfEvent, type Versioned } from '../mirror/reduce.ts'
import {
  readAdjustment,
  readSubscription,
  readTransaction,
  type Snapshot,
  type SubscriptionState,
} from '../provider/snapshots.ts'

const lives = 200
const concurrent = 4

const server = await startTestServer({ roles: ['api', 'worker'] })
const { db } = server
const proofs = createCompanyProofs(testSecret)

type Kind = 'subscription' | 'transaction' | 'adjustment'
type Known = Map<string, { kind: Kind; newest: Versioned<{ id: string }> }>

function read(kind: Kind, data: unknown): Snapshot<{ id: string }> {
  if (kind === 'subscription') return readSubscription(data)
  if (kind === 'adjustment') return readAdjustment(data)
  const { state, ...snapshot } = readTransaction(data)
  return { ...snapshot, state: toStoredTransaction(state) }
}

function fold(events: readonly PaddleEvent[]): Known {
  const known: Known = new Map()
  for (const { event_id: id, event_type: type, occurred_at: occurredAt, data } of events) {
    const kind = type.split('.')[0] as Kind
    const { state, updatedAt } = read(kind, data)
    const incoming = { version: versionOfEvent({ id, occurredAt, updatedAt }), state }
    known.set(state.id, { kind, newest: reduceEvent(known.get(state.id)?.newest ?? null, incoming) })
  }
  return known
}

async function deliverLife(seed: number): Promise<{ seed: number; company: BuiltCompany; known: Known }> {
  const chance = createRandom(seed)
  const company = await buildCompany(db, { isBilling: true })
  const { events } = liveThrough(chance, { ...proofs.linkTo(company.id) })
  for (const event of shuffle(chance, events)) expect(await deliver(server.url, event), `seed ${seed}`).toBe(200)
  return { seed, company, known: fold(events) }
}

const countOpen = async () =>
  (
    await sql<{ count: number }>`
      select (select count(*)::int from billing_events where outcome in ('stored', 'waiting', 'unreadable'))
        + (select count(*)::int from pgboss.job where name = 'apply-billing-event' and state < 'completed') as count
    `.execute(db)
  ).rows[0]?.count

const locks: Record<Kind, (trx: Trx, id: string) => Promise<Versioned<unknown> | null>> = {
  subscription: lockSubscription,
  transaction: lockTransaction,
  adjustment: lockAdjustment,
}

test(`${lives} random lives end in the database as the reducer says`, { timeout: 1_800_000 }, async () => {
  const ended: Awaited<ReturnType<typeof deliverLife>>[] = []
  let next = 1
  const deliverAll = async () => {
    while (next <= lives) ended.push(await deliverLife(next++))
  }
  await Promise.all(Array.from({ length: concurrent }, deliverAll))
  await expect.poll(countOpen, { timeout: 900_000, interval: 1000 }).toBe(0)

  const endings = new Set<string>()
  for (const { seed, company, known } of ended) {
    for (const [id, { kind, newest }] of known) {
      const stored = await db.transaction().execute((trx) => locks[kind](trx, id))
      expect({ version: stored?.version, state: stored?.state }, `seed ${seed}`).toEqual(newest)
    }
    const subscriptions = [...known.values()]
      .filter(({ kind }) => kind === 'subscription')
      .map(({ newest }) => newest.state as SubscriptionState)
    const [effective] = sortSubscriptions(subscriptions)
    const row = await db
      .selectFrom('companies')
      .where('id', '=', company.id)
      .select(['subscription_id', 'subscription_status'])
      .executeTakeFirstOrThrow()
    expect(row, `seed ${seed}`).toEqual({
      subscription_id: effective?.id,
      subscription_status: effective?.status,
    })
    endings.add(effective?.status ?? 'none')
    const steps = await db
      .selectFrom('audit_entries')
      .where('company_id', '=', company.id)
      .where('action', '=', 'subscription_status_changed')
      .select(['before', 'details'])
      .orderBy('id')
      .execute()
    const statuses = steps.map(({ details }) => details['status'])
    expect(
      steps.map(({ before }) => before['status']),
      `seed ${seed}`,
    ).toEqual([null, ...statuses.slice(0, -1)])
    expect(statuses.at(-1), `seed ${seed}`).toBe(effective?.status)
  }
  // The lives differ enough to prove something.
  expect(endings.size).toBeGreaterThan(3)
})
