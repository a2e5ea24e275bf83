/**
 * Generated from the catalogue: every audited call leaves exactly one entry when it succeeds, and makes no change if the
 * entry cannot be written. So the entry is part of the transaction of the change, and a crash loses both or neither.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { expectedCell } from '../../test/access/access-table.ts'
import { databaseChecksum } from '../../test/database-checksum.ts'
import { startPaddleServer } from '../../test/paddle/paddle-server.ts'
import { teamPrice } from '../../test/paddle/paddle-shapes.ts'
import { startTestServer } from '../../test/server.ts'
import {
  buildWorld,
  companyOf,
  sampleRequests,
  type CallName,
  type SampleRequest,
  type SignedIn,
  type World,
} from '../../test/world.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildSubscription, buildTransaction, newProviderId } from '../billing/billing.builder.ts'
import { authenticatorApp } from '../user/second-factor/authenticator-app.fixture.ts'
import { issueOneUseToken } from '../user/sign-in/one-use-token.ts'
import { hashPassword } from '../user/sign-in/password.ts'

const paddle = await startPaddleServer()
afterAll(() => paddle.close())
const server = await startTestServer({
  config: { billing: paddle.settings, publicUrl: 'https://know.example.org', hasCompanyDomains: true },
})
const { db } = server

const calls = Object.entries(catalogue)
  .flatMap(([feature, set]) =>
    Object.entries(set).map(([name, call]) => ({ name: `${feature}.${name}` as CallName, call: call as Call })),
  )
  .filter(({ call }) => call.audit !== null)

// Before the first call: the server keeps the list of prices for a while.
const addPrice = (amount: string) => paddle.world.addPrice({ ...teamPrice, amount })
const [price, otherPrice] = [addPrice('1200'), addPrice('2000')]

/** The first of them that is admitted makes the call. */
const callers: readonly SignedIn[] = ['companyOwner', 'owner', 'superAdmin']

type Arranged = { readonly world: World; readonly user: { readonly id: string }; readonly token: string }

/** The requests of calls whose sample is refused in the sample world, or is not audited. */
const arrangements: Partial<Record<CallName, (arranged: Arranged) => Promise<SampleRequest>>> = {
  'admin.removeJob': async () => ({ params: { id: await addJob('created') } }),
  'admin.removeDoneJobs': async () => {
    await addJob('completed')
    return {}
  },
  'admin.resetJob': async () => ({ params: { id: await addJob('failed') } }),
  'ai.saveSettings': async ({ world }) => {
    await sql`update companies set is_ai_enabled = true where id = ${world.company.id}`.execute(db)
    return sampleRequests['ai.saveSettings'](world)
  },
  'article.merge': async ({ world: { article, workspace, people } }) => {
    const target = await buildArticle(db, { workspace, author: people.owner })
    // A draft with changes would refuse it.
    await sql`delete from articles where original_id = ${article.id}`.execute(db)
    return { body: { articleId: article.id, targetId: target.id } }
  },
  'billing.createTransaction': async ({ world: { company } }) => {
    await sql`delete from billing_subscriptions where company_id = ${company.id}`.execute(db)
    return { body: { priceId: price.id } }
  },
  'billing.pause': async (arranged) => ({ body: { subscriptionId: (await subscribe(arranged)).id } }),
  'billing.resume': async (arranged) => {
    const { id } = await subscribe(arranged, { scheduled_action: 'cancel', scheduled_at: new Date() })
    paddle.world.cancel(id)
    return { body: { subscriptionId: id } }
  },
  'billing.update': async (arranged) => ({
    body: { subscriptionId: (await subscribe(arranged)).id, priceId: otherPrice.id },
  }),
  'billing.updatePayment': async (arranged) => ({ params: { id: (await subscribe(arranged)).id } }),
  'billingAdmin.dismissRefund': async ({ world: { company } }) => {
    const { id } = await buildTransaction(db, { company, is_refund_due: true })
    return { body: { transactionId: id, reason: 'Refunded by bank transfer' } }
  },
  'billingAdmin.replay': async ({ world: { company } }) => ({
    params: { id: company.id },
    body: { eventId: await storeUnreadableEvent(company.id) },
  }),
  'billingAdmin.replayUnapplied': async () => ({ body: { eventId: await storeUnreadableEvent(null) } }),
  'company.update': async () => ({ body: { isSharingOff: true } }),
  'twoFactor.confirm': async ({ token }) => {
    const { secret } = (await server.call('twoFactor.start', { body: {} }, token)).ok
    return { body: { code: authenticatorApp(secret)(0) } }
  },
  'twoFactor.renewRecoveryCodes': turnOnTwoFactor,
  'twoFactor.turnOff': turnOnTwoFactor,
  'user.confirmEmail': async ({ user }) => {
    const email = `new-${user.id}@example.com`
    await sql`update users set pending_email = ${email} where id = ${user.id}`.execute(db)
    const used = { purpose: 'confirm-email', userId: user.id, payload: { email }, lifetimeMs: 60_000 } as const
    return { body: { token: await issueOneUseToken(db, used) } }
  },
  'user.updateMe': async ({ user }) => {
    const passwordOld = 'correct horse battery'
    await sql`update users set password_hash = ${await hashPassword(passwordOld)} where id = ${user.id}`.execute(db)
    const passwordNew = 'a longer password'
    return { body: { passwordOld, passwordNew, passwordConfirm: passwordNew } }
  },
  'workspace.save': async ({ world: { workspace } }) => ({
    params: { id: workspace.id },
    body: { visibility: 'organization' },
  }),
}

/**
 * The payment provider's side of these is not in our database; the first keeps the customer that it created there, for
 * its next attempt.
 */
const keepsPreparation = new Set<CallName>(['billing.createTransaction'])

async function storeUnreadableEvent(companyId: string | null): Promise<string> {
  const id = newProviderId('evt')
  await sql`
    insert into billing_events (id, type, occurred_at, subject_id, data, outcome, company_id)
    values (${id}, 'subscription.updated', now(), 'sub_01unreadable', '{}', 'stored', ${companyId})`.execute(db)
  return id
}

async function turnOnTwoFactor({ token }: Arranged): Promise<SampleRequest> {
  const { secret } = (await server.call('twoFactor.start', { body: {} }, token)).ok
  const confirmed = await server.call('twoFactor.confirm', { body: { code: authenticatorApp(secret)(0) } }, token)
  expect(confirmed.ok.recoveryCodes).toHaveLength(10)
  return { body: {} }
}

async function addJob(state: 'created' | 'completed' | 'failed'): Promise<string> {
  const id = crypto.randomUUID()
  await sql`
    insert into pgboss.job (id, name, data, state, start_after)
    values (${id}, 'remove-file', '{}', ${state}, now() + interval '1 hour')`.execute(db)
  return id
}

async function subscribe(
  { world: { company } }: Arranged,
  overrides: { scheduled_action?: 'cancel'; scheduled_at?: Date } = {},
): Promise<{ id: string }> {
  const customer = paddle.world.createCustomer(`${company.id}@example.com`, 'Owner')
  const items = [{ price_id: price.id, quantity: 1 }]
  const order = paddle.world.createTransaction({ items, customer_id: customer.id, custom_data: null })
  const { id } = paddle.world.completeCheckout(order.id)
  const version = '2026-10-01T00:00:00.000000Z'
  return buildSubscription(db, { company, id, customer_id: customer.id, price_id: price.id, version, ...overrides })
}

async function arrange(name: CallName, call: Call) {
  const persona = callers.find((caller) => expectedCell('private', name, call, caller) === 'ok')
  if (persona === undefined) throw new Error(`None of ${callers.join(', ')} may call ${name}`)
  const world = await buildWorld(db)
  const token = await server.signIn(world.people[persona], companyOf(world, persona))
  const arranged = { world, user: world.people[persona], token }
  const request = (await arrangements[name]?.(arranged)) ?? sampleRequests[name](world)
  return { ...arranged, send: () => server.call(name, request as never, token) }
}

const actions = async () =>
  (await sql<{ id: string; action: string }>`select id, action from audit_entries order by id`.execute(db)).rows

await sql`
  create function refuse_entries() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$
`.execute(db)

async function withoutEntries<Result>(work: () => Promise<Result>): Promise<Result> {
  await sql`
    create trigger refuse_entries before insert on audit_entries for each row execute function refuse_entries()
  `.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop trigger refuse_entries on audit_entries`.execute(db)
  }
}

test('there are audited calls, and each arrangement is of one', () => {
  expect(calls.length).toBeGreaterThan(40)
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(arrangements)))
})

describe.each(calls)('$name', ({ name, call }) => {
  test('leaves exactly one entry', async () => {
    const { send, user } = await arrange(name, call)
    const before = new Set((await actions()).map(({ id }) => id))
    expect((await send()).ok).toBeDefined()
    const added = (await actions()).filter(({ id }) => !before.has(id))
    expect(added.map(({ action }) => action).filter((action) => action !== 'subscription_status_changed')).toEqual([
      call.audit?.action,
    ])
    const { rows } =
      await sql`select from audit_entries where user_id = ${user.id} and action = ${call.audit?.action}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test.skipIf(keepsPreparation.has(name))('changes nothing if its entry cannot be written', async () => {
    const { send } = await arrange(name, call)
    const before = await databaseChecksum(db)
    expect((await withoutEntries(send)).status).toBe(500)
    expect(await databaseChecksum(db)).toBe(before)
  })
})
